import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { announce } from '#web/components/announcer.tsx'
import { MoreTile } from '#web/components/photos/more-tile.tsx'
import { PhotoGrid } from '#web/components/photos/photo-grid.tsx'
import { RejectedFiles } from '#web/components/photos/rejected-files.tsx'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { captionsFit, changedCaptions, changedOrder, editedPhotos } from '#web/features/management/edits.ts'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'
import { redactImage, saveCaptions, saveOrder } from '#web/features/management/mutations.ts'
import { ReviewHint } from '#web/features/management/review-hint.tsx'
import { SaveBar } from '#web/features/management/save-bar.tsx'
import type { EditsOnDevice } from '#web/features/management/use-edits.ts'
import { DeletePhoto } from './delete-photo.tsx'
import { NewPhotos } from './new-photos.tsx'
import { OwnPhoto, OwnPhotosContext } from './own-photo.tsx'
import style from './photos-section.module.css'
import { useChosenPhotos } from './use-chosen-photos.ts'
import { useStableItems } from './use-stable-items.ts'

interface PhotosSectionProps extends EditsOnDevice {
  readonly token: string
  readonly group: ManagedGroup
  readonly onDeleteAll: () => void
}

export const PhotosSection = ({ token, group, edits, edit, onDeleteAll }: PhotosSectionProps) => {
  const { t } = useTranslation('management')
  const photos = useStableItems(editedPhotos(group, edits))
  const [deleting, setDeleting] = useState<string>()
  const [redacting, setRedacting] = useState<number>()
  const own = useMemo(() => ({ group, redact: setRedacting }), [group])
  const chosen = useChosenPhotos(group.images.length)
  const room = limits.imagesPerGroup - photos.length - chosen.photos.length
  const index = photos.findIndex(({ id }) => id === deleting)

  return (
    <div className={style.section} data-dropping={chosen.dropping || undefined}>
      <OwnPhotosContext value={own}>
        <PhotoGrid
          photos={photos}
          summary={t('photos.count', { count: photos.length, max: limits.imagesPerGroup })}
          refused={undefined}
          change={edit}
          onRemove={setDeleting}
          Below={OwnPhoto}
        >
          {room > 0 && <MoreTile onFiles={chosen.add} />}
        </PhotoGrid>
      </OwnPhotosContext>
      <SaveEdits token={token} group={group} edits={edits} edit={edit} />
      {group.isApproved && <ReviewHint>{t('review.photos')}</ReviewHint>}
      {chosen.rejected.length > 0 && (
        <RejectedFiles files={chosen.rejected} limits={chosen.settings} onClose={chosen.clearRejected} />
      )}
      {chosen.photos.length > 0 && <NewPhotos token={token} chosen={chosen} />}
      <RedactionDialog
        image={group.images.find(({ id }) => id === redacting)}
        onClose={() => setRedacting(undefined)}
        onRedact={async (regions) => redacting && redactImage(token, redacting, regions)}
      >
        {group.isApproved && <ReviewHint>{t('redact.review')}</ReviewHint>}
      </RedactionDialog>
      <DeletePhoto
        token={token}
        group={group}
        photo={photos[index]}
        n={index + 1}
        next={photos[index + 1] ?? photos[index - 1]}
        onClose={() => setDeleting(undefined)}
        onDeleteAll={onDeleteAll}
      />
    </div>
  )
}

const SaveEdits = ({ token, group, edits, edit }: Pick<PhotosSectionProps, 'token' | 'group' | 'edits' | 'edit'>) => {
  const { t } = useTranslation('management')
  const captions = changedCaptions(group, edits)
  const order = changedOrder(group, edits)
  const save = useMutation({
    mutationFn: async () => {
      if (captions.length > 0) await saveCaptions(token, captions)
      if (order) await saveOrder(token, order)
    },
    onSuccess: () => {
      edit({ type: 'discard', what: 'photos' })
      announce(t('save.saved'))
    },
  })
  const changes = [
    ...(captions.length > 0 ? [t('photos.changedCaptions', { count: captions.length })] : []),
    ...(order ? [t('photos.changedOrder')] : []),
  ]
  return (
    <SaveBar
      changes={changes}
      label={t('photos.save')}
      leadsToReview={false}
      invalid={!captionsFit(edits)}
      saving={save.isPending}
      error={save.error}
      saved={save.isSuccess ? t('save.saved') : undefined}
      onSave={() => save.mutate()}
      onDiscard={() => {
        save.reset()
        edit({ type: 'discard', what: 'photos' })
      }}
    />
  )
}
