import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { EnlargingPhotoGrid } from '#web/components/photos/enlarging-photo-grid.tsx'
import { MoreTile } from '#web/components/photos/more-tile.tsx'
import { RejectedFiles } from '#web/components/photos/rejected-files.tsx'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { editedPhotos } from '#web/features/management/edits/edits.ts'
import type { EditsOnDevice } from '#web/features/management/edits/use-edits.ts'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'
import { redactImage } from '#web/features/management/mutations.ts'
import { ReviewHint } from '#web/features/management/review-hint.tsx'
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
        <EnlargingPhotoGrid
          photos={photos}
          summary={t('photos.count', { count: photos.length, max: limits.imagesPerGroup })}
          refused={undefined}
          change={edit}
          onRemove={setDeleting}
          Below={OwnPhoto}
        >
          {room > 0 && <MoreTile onFiles={chosen.add} />}
        </EnlargingPhotoGrid>
      </OwnPhotosContext>
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
