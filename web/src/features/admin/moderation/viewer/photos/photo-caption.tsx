import { AltTextField } from '#web/components/photos/alt-text-field.tsx'
import { CaptionField, type CaptionFieldProps } from '#web/components/photos/caption-field.tsx'
import { textKey } from '#web/components/photos/photo.ts'
import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { saveCaption, typeCaption } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'

interface PhotoCaptionProps extends Omit<CaptionFieldProps, 'photo' | 'change'> {
  readonly image: AdminImage
}

/** The caption of a photo, or its alt text, saved when typing ends. */
export const PhotoCaption = ({ image, what = 'caption', ...field }: PhotoCaptionProps) => {
  const { groupId } = useViewer().group
  const id = String(image.id)
  const { captions } = useDraft(groupId)
  const Field = what === 'caption' ? CaptionField : AltTextField
  return (
    <Field
      photo={{
        id,
        caption: captions[textKey(id, 'caption')] ?? image.imageDescription ?? '',
        altText: captions[textKey(id, 'altText')] ?? image.altText ?? '',
      }}
      change={(change) => typeCaption(groupId, change)}
      onBlur={() => void saveCaption(groupId, textKey(id, what))}
      {...field}
    />
  )
}
