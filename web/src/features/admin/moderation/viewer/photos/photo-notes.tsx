import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './photo-moderation.module.css'

/** What a moderator should know about a photo: how it looks, which caption of it is public, and why it is hidden. */
export const PhotoNotes = ({ group, index }: { readonly group: AdminGroup; readonly index: number }) => {
  const { t } = useTexts()
  const image = group.images[index]
  if (!image) return null
  const { imageDescription, publishedDescription: published, hiddenReason, moderationNote } = image
  const numbers = image.alikeImageIds.map((other) => group.images.findIndex(({ id }) => id === other) + 1)
  const similar = numbers.length > 0 && t('group.similar', { numbers: numbers.join(', ') })
  const looks = [image.blurred && t('group.blurred'), similar].filter(Boolean).join(' · ')
  return (
    <>
      {looks && <p className={style.published}>{looks}</p>}
      {/* The public keeps the caption that a moderator saw last (D45). */}
      {group.isApproved && imageDescription !== published && (
        <p className={style.published}>
          <strong>{t('group.captionWaits')}</strong>{' '}
          {published ? t('group.captionPublished', { text: published }) : t('group.captionNone')}
        </p>
      )}
      {image.hidden && (
        <p className={style.reason}>
          <strong>{t(hiddenReason === 'removal_request' ? 'group.hiddenOnRequest' : 'group.hidden')}</strong>
          {moderationNote && ` ${moderationNote}`}
        </p>
      )}
    </>
  )
}
