import { CaptionField, type CaptionFieldProps } from '#web/components/photos/caption-field.tsx'
import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { saveCaption, typeCaption } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'

interface PhotoCaptionProps extends Omit<CaptionFieldProps, 'photo' | 'change'> {
  readonly image: AdminImage
}

/** The caption of a photo, saved when typing ends. */
export const PhotoCaption = ({ image, ...field }: PhotoCaptionProps) => {
  const { groupId } = useViewer().group
  const id = String(image.id)
  const caption = useDraft(groupId).captions[id] ?? image.imageDescription ?? ''
  return (
    <CaptionField
      photo={{ id, caption }}
      change={({ caption: typed }) => typeCaption(groupId, id, typed)}
      onBlur={() => void saveCaption(groupId, id)}
      {...field}
    />
  )
}
