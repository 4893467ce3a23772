import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import style from './facts.module.css'

export const Facts = ({ group: { groupId, images, uploadDate, captureDate } }: { readonly group: AdminGroup }) => {
  const { t } = useTexts()
  const size = images.reduce((sum, { fileSize }) => sum + fileSize, 0)
  return (
    <dl className={style.facts}>
      <dt>{t('group.uploadDate')}</dt>
      <dd>{dateTime(uploadDate)}</dd>
      <dt>{t('group.captureDate')}</dt>
      <dd>{captureDate === null ? '–' : dateTime(captureDate)}</dd>
      <dt>{t('group.size')}</dt>
      <dd>{formatBytes(size)}</dd>
      <dt>{t('group.id')}</dt>
      <dd>{groupId}</dd>
    </dl>
  )
}
