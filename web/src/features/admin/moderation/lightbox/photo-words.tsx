import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import { PhotoMarks } from '#web/features/admin/moderation/group/photos/photo-marks.tsx'
import { PhotoNotes } from '#web/features/admin/moderation/group/photos/photo-notes.tsx'
import { usePhotos } from '#web/features/admin/moderation/group/photos/use-photos.ts'
import { leaveField } from '#web/features/admin/moderation/keyboard/leave-field.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { useLightbox } from './lightbox-desk.ts'

/** The caption of the photo, saved when typing ends, and the note to the owner. */
export const PhotoWords = () => {
  const { t } = useTexts()
  const { t: common } = useTranslation()
  const { group, image, index } = useLightbox()
  const { photos, change, saveCaption } = usePhotos(group)
  const id = String(image.id)
  const caption = photos.find((photo) => photo.id === id)?.caption ?? ''
  const excess = Math.max(0, characters(caption) - limits.imageDescription)
  return (
    <>
      <Textarea
        id={`large-caption-${id}`}
        size="md"
        autosize
        minRows={1}
        maxRows={3}
        label={t('lightbox.caption')}
        value={caption}
        error={excess > 0 && common('texts.tooLong', { count: excess })}
        // Escape ends the typing, not the lightbox.
        data-mantine-stop-propagation="true"
        onChange={(event) => change({ type: 'caption', id, caption: event.currentTarget.value })}
        onBlur={() => saveCaption(id)}
        onKeyDown={(event) => event.key === 'Escape' && leaveField(event.currentTarget)}
      />
      <PhotoMarks group={group} index={index} />
      <PhotoNotes group={group} image={image} />
    </>
  )
}
