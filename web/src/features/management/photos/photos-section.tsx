import { Button } from '@mantine/core'
import { IconBlur, IconEyeOff } from '@tabler/icons-react'
import { createContext, useContext, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { focusSoon } from '#web/components/focus-soon.ts'
import { EnlargingPhotoGrid } from '#web/components/photos/enlarging-photo-grid.tsx'
import { MoreTile } from '#web/components/photos/more-tile.tsx'
import { RejectedFiles } from '#web/components/photos/rejected-files.tsx'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { type EditsOnDevice, editedPhotos } from '#web/features/management/edits/edits.ts'
import { type ManagedGroup, redactImage } from '#web/features/management/managed-group.ts'
import { ReviewHint } from '#web/features/management/review-hint.tsx'
import { DeletePhoto } from './delete-photo.tsx'
import { NewPhotos } from './new-photos.tsx'
import style from './photos-section.module.css'
import { useChosenPhotos } from './use-chosen-photos.ts'

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
    <div className={`stack ${style.section}`} data-dropping={chosen.dropping || undefined}>
      <OwnPhotosContext value={own}>
        <EnlargingPhotoGrid
          photos={photos}
          summary={t('photos.count', { count: photos.length, max: limits.imagesPerGroup })}
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
        onClose={() => {
          setRedacting(undefined)
          focusSoon(`redact-${redacting}`)
        }}
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

interface OwnPhotos {
  readonly group: ManagedGroup
  readonly redact: (imageId: number) => void
}

/** What the photo tiles need to know about their group. */
const OwnPhotosContext = createContext<OwnPhotos | undefined>(undefined)

/** Below a photo: whether it is hidden and why, and the way to make parts of it unrecognisable. */
const OwnPhoto = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation('management')
  const own = useContext(OwnPhotosContext)
  const index = own?.group.images.findIndex((image) => String(image.id) === id) ?? -1
  const image = own?.group.images[index]
  if (!image) return null
  return (
    <div className={`stack ${style.part}`} data-hidden-photo={image.hidden || undefined}>
      {image.hidden && (
        <div className={style.reason}>
          <p>
            <IconEyeOff size={18} aria-hidden="true" />
            {t(image.hiddenReason === 'removal_request' ? 'hidden.removal_request' : 'hidden.moderator')}
          </p>
          {image.moderationNote && <blockquote dir="auto">{image.moderationNote}</blockquote>}
        </div>
      )}
      <Button
        id={`redact-${image.id}`}
        h="auto"
        mih={44}
        px="xs"
        classNames={style.button ? { label: style.button } : {}}
        variant="subtle"
        color="gray"
        leftSection={<IconBlur size={18} />}
        aria-label={t('redact.of', { n: index + 1 })}
        onClick={() => own?.redact(image.id)}
      >
        {t('redact.button')}
      </Button>
    </div>
  )
}

/** Returns the previous objects where they are equal, so that only changes render again. */
const useStableItems = <T extends { readonly id: string }>(list: readonly T[]): readonly T[] => {
  const before = useRef(new Map<string, T>())
  const steady = list.map((item) => {
    const known = before.current.get(item.id)
    return known && JSON.stringify(known) === JSON.stringify(item) ? known : item
  })
  before.current = new Map(steady.map((item) => [item.id, item]))
  return steady
}
