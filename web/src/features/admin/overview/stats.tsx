import { Link } from '@tanstack/react-router'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { number, relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import style from './stats.module.css'

export const Stats = ({ overview }: { overview: Overview }) => {
  const { t } = useTexts()
  const { groups, storage, lastCleanup } = overview
  return (
    <ul className={style.stats}>
      <li data-main={groups.pending > 0 || undefined}>
        <Link to="/admin/moderation" search={{}}>
          <strong>{number(groups.pending)}</strong>
          {t('overview.pending', { count: groups.pending })}
        </Link>
      </li>
      <li>
        <Link to="/admin/moderation" search={{ status: 'changed' }}>
          <strong>{number(groups.changed)}</strong>
          {t('moderation.status.changed')}
        </Link>
      </li>
      <li>
        <Link to="/admin/moderation" search={{ status: 'approved' }}>
          <strong>{number(groups.approved)}</strong>
          {t('moderation.status.approved')}
        </Link>
      </li>
      <li>
        <span>
          <strong>{formatBytes(storage.bytes)}</strong>
          {t('overview.images', { count: storage.images, formatted: number(storage.images) })}
        </span>
      </li>
      <li>
        <span>
          <strong className={style.words}>{lastCleanup ? relativeTime(lastCleanup) : t('overview.never')}</strong>
          {t('overview.lastCleanup')}
        </span>
      </li>
    </ul>
  )
}
