import type { AdminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './photo-moderation.module.css'

type Photo = AdminGroup['images'][number]

/** Which caption of a photo is public, and why it is hidden. */
export const PhotoNotes = ({ group, image }: { readonly group: AdminGroup; readonly image: Photo }) => (
  <>
    {group.isApproved && <Published image={image} />}
    {image.hidden && <Reason image={image} />}
  </>
)

/** The public keeps the caption that a moderator saw last (D45). */
const Published = ({ image: { imageDescription, publishedDescription } }: { readonly image: Photo }) => {
  const { t } = useTexts()
  if (imageDescription === publishedDescription) return null
  return (
    <p className={style.published}>
      <strong>{t('group.captionWaits')}</strong>{' '}
      {publishedDescription ? t('group.captionPublished', { text: publishedDescription }) : t('group.captionNone')}
    </p>
  )
}

const Reason = ({ image: { hiddenReason, moderationNote } }: { readonly image: Photo }) => {
  const { t } = useTexts()
  return (
    <p className={style.reason}>
      <strong>{t(hiddenReason === 'removal_request' ? 'group.hiddenOnRequest' : 'group.hidden')}</strong>
      {moderationNote && ` ${moderationNote}`}
    </p>
  )
}
