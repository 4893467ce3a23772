import { useMemo, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { focusSoon } from '#web/components/focus-soon.ts'
import { MoreTile } from '#web/components/photos/more-tile.tsx'
import type { StoredPhoto } from '#web/components/photos/photo.ts'
import { PhotoGallery } from '#web/components/photos/photo-gallery.tsx'
import { RejectedFiles } from '#web/components/photos/rejected-files.tsx'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { editedPhotos } from '#web/features/management/edits/edits.ts'
import type { SaveEditsProps } from '#web/features/management/edits/save-edits.tsx'
import { redactImage } from '#web/features/management/managed-group.ts'
import { ReviewHint } from '#web/features/management/review-hint.tsx'
import { t } from '#web/features/management/texts/texts.ts'
import { DeletePhoto } from './delete-photo.tsx'
import { NewPhotos } from './new-photos.tsx'
import { type Asked, buttonOf, type OwnPhotos, OwnPhotosContext } from './own-photos.ts'
import { BelowLargePhoto, HiddenReason, OnPhoto } from './photo-facts.tsx'
import style from './photos-section.module.css'
import { useChosenPhotos } from './use-chosen-photos.ts'

interface PhotosSectionProps extends SaveEditsProps {
  readonly onDeleteAll: () => void
}

export const PhotosSection = (props: PhotosSectionProps) => {
  const { token, group, edits, edit } = props
  const photos = useStableItems(editedPhotos(group, edits))
  const [asked, ask] = useState<Asked>()
  const own = useOwn({ group, order: photos.map(({ id }) => id).join(), ask })
  const chosen = useChosenPhotos(group.images.length)
  return (
    <div className={`stack ${style.section}`} data-dropping={chosen.dropping || undefined}>
      <div className={`row ${style.head}`}>
        <h2>{t('photos.title')}</h2>
        <p className="soft">{t('photos.count', { count: photos.length, max: limits.imagesPerGroup })}</p>
      </div>
      <OwnPhotosContext value={own}>
        <PhotoGallery
          photos={photos}
          change={edit}
          onRemove={(id) => ask({ what: 'delete', id })}
          OnTile={OnPhoto}
          captionFirst
          BelowLarge={BelowLargePhoto}
          covered={asked !== undefined}
        >
          {photos.length + chosen.photos.length < limits.imagesPerGroup && <MoreTile onFiles={chosen.add} />}
        </PhotoGallery>
      </OwnPhotosContext>
      <p className="soft">
        {t('photos.tapHint')}
        {photos.length > 1 && ` ${t('photos.dragHint')}`}
      </p>
      {group.images.map((image) => (
        <HiddenReason key={image.id} image={image} title={image.imageDescription ?? image.originalName ?? ''} />
      ))}
      {group.isApproved && <ReviewHint>{t('review.photos')}</ReviewHint>}
      <RejectedFiles files={chosen.rejected} limits={chosen.settings} onClose={chosen.clearRejected} />
      {chosen.photos.length > 0 && <NewPhotos token={token} chosen={chosen} />}
      <Dialogs {...props} photos={photos} asked={asked} ask={ask} />
    </div>
  )
}

interface DialogsProps extends PhotosSectionProps {
  readonly photos: readonly StoredPhoto[]
  readonly asked: Asked | undefined
  readonly ask: (asked: Asked | undefined) => void
}

/** Redaction and deletion of the photo that was asked for. */
const Dialogs = ({ token, group, photos, asked, ask, onDeleteAll }: DialogsProps) => {
  const index = photos.findIndex(({ id }) => asked?.what === 'delete' && id === asked.id)
  const redacted = group.images.find(({ id }) => asked?.what === 'redact' && String(id) === asked.id)
  const close = () => {
    ask(undefined)
    if (asked) focusSoon(buttonOf(asked))
  }
  return (
    <>
      <RedactionDialog
        image={redacted}
        onClose={close}
        onRedact={async (regions) => redacted && redactImage(token, redacted.id, regions)}
      >
        {group.isApproved && <ReviewHint>{t('redact.review')}</ReviewHint>}
      </RedactionDialog>
      <DeletePhoto
        token={token}
        group={group}
        photo={photos[index]}
        n={index + 1}
        next={photos[index + 1] ?? photos[index - 1]}
        onClose={close}
        onDeleteAll={onDeleteAll}
      />
    </>
  )
}

const useOwn = ({ group, order, ask }: Omit<OwnPhotos, 'order'> & { readonly order: string }): OwnPhotos =>
  useMemo(() => ({ group, order: order.split(','), ask }), [group, order, ask])

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
