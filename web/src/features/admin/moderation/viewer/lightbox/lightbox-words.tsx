import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import { Badges } from '#web/features/admin/moderation/group/badges.tsx'
import { ChangedSinceApproval, ChangedSinceShown } from '#web/features/admin/moderation/group/changes.tsx'
import { leaveField } from '#web/features/admin/moderation/group/keys/use-key-map.ts'
import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { typeCaption } from '#web/features/admin/moderation/session/edit-photos.ts'
import type { AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { PhotoNotes } from '#web/features/admin/moderation/viewer/photos/photo-notes.tsx'
import { saveTypedCaption } from '#web/features/admin/moderation/viewer/photos/use-photos.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './lightbox.module.css'
import type { ShownPhoto } from './photo-stage.tsx'

/** What becomes public with the photos, and what was agreed to. */
export const LightboxWords = ({ image, index }: Pick<ShownPhoto, 'image' | 'index'>) => {
  const { group, seen } = useViewer()
  return (
    <div className={style.words}>
      <Caption key={image.id} image={image} />
      <PhotoNotes group={group} index={index} />
      {group.description && <p className={style.description}>{group.description}</p>}
      <ChangedSinceApproval group={group} />
      <ChangedSinceShown group={group} seen={seen} />
      <Badges group={group} />
    </div>
  )
}

/** Saved when typing ends. */
const Caption = ({ image }: { readonly image: AdminImage }) => {
  const { t } = useTexts()
  const { t: common } = useTranslation()
  const { groupId } = useViewer().group
  const id = String(image.id)
  const caption = useDraft(groupId).captions[id] ?? image.imageDescription ?? ''
  const excess = Math.max(0, characters(caption) - limits.imageDescription)
  return (
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
      onChange={(event) => typeCaption(groupId, id, event.currentTarget.value)}
      onBlur={() => saveTypedCaption(groupId, id)}
      onKeyDown={(event) => event.key === 'Escape' && leaveField(event.currentTarget)}
    />
  )
}
