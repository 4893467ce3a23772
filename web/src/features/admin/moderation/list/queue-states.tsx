import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type QueueSearch, type Status, statuses } from '#web/features/admin/moderation/session/queue-search.ts'
import { groupCounts } from '#web/features/admin/shared/queries.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './queue-filter.module.css'

const searchOf = (status: Status, { status: _, page: __, ...rest }: QueueSearch): QueueSearch =>
  status === 'pending' ? rest : { ...rest, status }

/** The states of groups and how many are in each; they filter the list. */
export const QueueStates = ({ search }: { readonly search: QueueSearch }) => {
  const { t } = useTexts()
  const { data: counts } = useQuery(groupCounts)
  const { status: shown = 'pending' } = search
  const countOf = (status: Status) => {
    if (!counts) return '–'
    return number(status === 'all' ? counts.pending + counts.approved : counts[status])
  }
  return (
    <nav aria-label={t('moderation.states')} className={style.states}>
      {statuses.map((status) => (
        <Link
          key={status}
          to="/admin/moderation"
          search={searchOf(status, search)}
          className={style.state}
          // Otherwise the state without a filter in the address would match every other, too.
          activeOptions={{ exact: true }}
          activeProps={{}}
          aria-current={status === shown ? 'page' : undefined}
        >
          <span className={style.count}>{countOf(status)}</span>
          <span>{t(`moderation.status.${status}`)}</span>
        </Link>
      ))}
    </nav>
  )
}
