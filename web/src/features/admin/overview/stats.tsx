import { Link } from '@tanstack/react-router'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { number, relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import style from './stats.module.css'

export const Stats = ({ overview }: { overview: Overview }) => {
  const { t } = useTexts()
  const { groups, storage, lastCleanup } = overview
  const queue = [
    { count: groups.pending, text: t('overview.pending', { count: groups.pending }), search: {} },
    { count: groups.changed, text: t('moderation.status.changed'), search: { status: 'changed' } },
    { count: groups.approved, text: t('moderation.status.approved'), search: { status: 'approved' } },
  ] as const
  return (
    <ul className={style.stats}>
      {queue.map(({ count, text, search }, index) => (
        <li key={text} data-main={(index === 0 && count > 0) || undefined}>
          <Link to="/admin/moderation" search={search}>
            <strong>{number(count)}</strong>
            {text}
          </Link>
        </li>
      ))}
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
