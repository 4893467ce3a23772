import { IconBlur, IconCalendarOff, IconEye, IconEyeOff, IconMessage } from '@tabler/icons-react'
import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './photo-moderation.module.css'

/** Below a photo: which caption is public, and whether the photo is hidden. */
export const PhotoModeration = ({ id }: { readonly id: string }) => {
  const { t } = useTexts()
  const { group, actions } = useViewer()
  const index = group.images.findIndex((image) => String(image.id) === id)
  const image = group.images[index]
  if (!image) return null
  const n = index + 1
  const subtle = { variant: 'subtle', color: 'gray' }
  const [look, name, nameOfPhoto] = image.hidden
    ? [{ Icon: IconEye, color: 'reseda' }, t('group.show'), t('group.showPhoto', { n })]
    : [{ Icon: IconEyeOff }, t('group.hide'), t('group.hidePhoto', { n })]
  const redact = { Icon: IconBlur, 'aria-label': t('group.redactPhoto', { n }) }
  return (
    <div className={`stack ${style.part}`} data-hidden-photo={image.hidden || undefined}>
      <PhotoNotes group={group} index={index} />
      <ActionButton {...subtle} {...look} aria-label={nameOfPhoto} onClick={() => actions.hide(image)}>
        {name}
      </ActionButton>
      <ActionButton {...subtle} {...redact} onClick={() => actions.redact(image)}>
        {t('group.redact')}
      </ActionButton>
      {image.exifDateTaken && (
        <ActionButton
          {...subtle}
          Icon={IconCalendarOff}
          aria-label={t('group.clearDateOfPhoto', { n })}
          onClick={() => actions.clearDate(image)}
        >
          {t('group.clearDate', { date: shortDate(image.exifDateTaken) })}
        </ActionButton>
      )}
      {image.hidden && (
        <ActionButton {...subtle} Icon={IconMessage} onClick={() => actions.explain(image)}>
          {t(image.moderationNote ? 'group.changeReason' : 'group.giveReason')}
        </ActionButton>
      )}
    </div>
  )
}

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
