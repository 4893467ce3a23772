import type { AdminGroup, AdminImage } from '#web/features/admin/moderation/session/groups.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './photo-moderation.module.css'

interface PhotoNotesProps {
  readonly group: AdminGroup
  readonly index: number
}

/** What a moderator should know about a photo: how it looks, which caption of it is public, and why it is hidden. */
export const PhotoNotes = ({ group, index }: PhotoNotesProps) => {
  const image = group.images[index]
  if (!image) return null
  return (
    <>
      <Similar group={group} image={image} />
      {group.isApproved && <Published image={image} />}
      {image.hidden && <Reason image={image} />}
    </>
  )
}

interface ImageProps {
  readonly image: AdminImage
}

/** Blurred, or like other photos of the group: by their numbers. */
const Similar = ({ group, image }: ImageProps & Pick<PhotoNotesProps, 'group'>) => {
  const { t } = useTexts()
  const numbers = image.alikeImageIds.map((other) => group.images.findIndex(({ id }) => id === other) + 1)
  const similar = numbers.length > 0 && t('group.similar', { numbers: numbers.join(', ') })
  const text = [image.blurred && t('group.blurred'), similar].filter(Boolean).join(' · ')
  return text && <p className={style.published}>{text}</p>
}

/** The public keeps the caption that a moderator saw last (D45). */
const Published = ({ image: { imageDescription, publishedDescription } }: ImageProps) => {
  const { t } = useTexts()
  if (imageDescription === publishedDescription) return null
  return (
    <p className={style.published}>
      <strong>{t('group.captionWaits')}</strong>{' '}
      {publishedDescription ? t('group.captionPublished', { text: publishedDescription }) : t('group.captionNone')}
    </p>
  )
}

const Reason = ({ image: { hiddenReason, moderationNote } }: ImageProps) => {
  const { t } = useTexts()
  return (
    <p className={style.reason}>
      <strong>{t(hiddenReason === 'removal_request' ? 'group.hiddenOnRequest' : 'group.hidden')}</strong>
      {moderationNote && ` ${moderationNote}`}
    </p>
  )
}
