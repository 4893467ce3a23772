import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import style from './facts.module.css'

export const Facts = ({ group }: { group: AdminGroup }) => {
  const { t } = useTexts()
  const size = group.images.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const facts = [
    [t('group.uploadDate'), dateTime(group.uploadDate)],
    [t('group.captureDate'), group.captureDate === null ? '–' : dateTime(group.captureDate)],
    [t('group.size'), formatBytes(size)],
    [t('group.id'), group.groupId],
  ] as const
  return (
    <dl className={style.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
