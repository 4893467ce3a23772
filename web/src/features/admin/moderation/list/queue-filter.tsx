import { Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { leaveField } from '#web/features/admin/moderation/group/keys.ts'
import { type QueueSearch, type Status, statuses } from '#web/features/admin/moderation/session/queue-search.ts'
import { SearchField } from '#web/features/admin/shared/form/search-field.tsx'
import { allPlatforms, groupCounts } from '#web/features/admin/shared/queries.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './queue-filter.module.css'
import { ViewSwitch } from './queue-view.tsx'

/** Goes to the first page with another value of a filter. */
const useFilter = ({ page: _, ...search }: QueueSearch) => {
  const navigate = useNavigate()
  return (name: 'q' | 'consent', value: string) => {
    const { [name]: __, ...others } = search
    const next = value === '' ? others : { ...others, [name]: value }
    void navigate({ to: '/admin/moderation', search: next, replace: true })
  }
}

/** What the list shows: the states of groups, a search, a consent, and groups with photos like those of one group. */
export const QueueFilter = ({ search }: { readonly search: QueueSearch }) => {
  const { data: platforms = [] } = useQuery(allPlatforms)
  const filter = useFilter(search)
  const { page: _, alike, ...withoutAlike } = search
  return (
    <div className={`stack ${style.filter}`}>
      <QueueStates search={search} />
      <search className={style.fields}>
        <SearchField
          id="queue-search"
          aria-label={t('moderation.search')}
          placeholder={t('moderation.search')}
          value={search.q}
          onSearch={(q) => filter('q', q)}
          onKeyDown={(event) => event.key === 'Escape' && leaveField(event.currentTarget)}
        />
        <NativeSelect
          aria-label={t('moderation.consentFilter')}
          value={search.consent ?? ''}
          data={[
            { value: '', label: t('moderation.anyConsent') },
            { value: 'workshop', label: t('consents.workshop') },
            ...platforms.map((one) => ({ value: one.platform_name, label: one.display_name })),
          ]}
          onChange={({ currentTarget: { value } }) => filter('consent', value)}
        />
        <ViewSwitch search={search} />
      </search>
      {alike !== undefined && (
        <Group component="p" gap="4px 16px" fw={600}>
          {t('moderation.similarTo')}
          <Link to="/admin/moderation" search={withoutAlike}>
            {t('moderation.clearFilter')}
          </Link>
        </Group>
      )}
    </div>
  )
}

const searchOf = (status: Status, { status: _, page: __, ...rest }: QueueSearch): QueueSearch =>
  status === 'pending' ? rest : { ...rest, status }

/** The states of groups and how many are in each; they filter the list. */
const QueueStates = ({ search }: { readonly search: QueueSearch }) => {
  const { data: counts } = useQuery(groupCounts)
  const { status: shown = 'pending' } = search
  const countOf = (status: Status) => {
    if (!counts) return '–'
    return number(status === 'all' ? counts.pending + counts.approved : counts[status])
  }
  return (
    <nav aria-label={t('moderation.states')} className={`sheet ${style.states}`}>
      {statuses.map((status) => (
        <Link
          key={status}
          to="/admin/moderation"
          search={searchOf(status, search)}
          className={`stack ${style.state}`}
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
