import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { leaveField } from '#web/features/admin/moderation/keyboard/leave-field.ts'
import { allPlatforms, groupCounts } from '#web/features/admin/shared/queries.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AlikeFilter } from './alike-filter.tsx'
import style from './queue-filter.module.css'
import { type QueueSearch, type Status, statuses } from './queue-search.ts'
import { ViewSwitch } from './view-switch.tsx'

export const QueueFilter = ({ search }: { search: QueueSearch }) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { data: counts } = useQuery(groupCounts)
  const { data: platforms = [] } = useQuery(allPlatforms)
  const [text, setText] = useState(search.q ?? '')
  useEffect(() => setText(search.q ?? ''), [search.q])
  const go = (next: QueueSearch) => navigate({ to: '/admin/moderation', search: next, replace: true })
  const find = useDebouncedCallback((q: string) => {
    const { q: _, page: __, ...rest } = search
    void go(q.trim() === '' ? rest : { ...rest, q: q.trim() })
  }, 250)
  const countOf = (status: Status) => {
    if (!counts) return undefined
    return status === 'all' ? counts.pending + counts.approved : counts[status]
  }
  const searchOf = (status: Status): QueueSearch => {
    const { status: _, page: __, ...rest } = search
    return status === 'pending' ? rest : { ...rest, status }
  }
  const { status: shown = 'pending' } = search

  return (
    <div className={style.filter}>
      <nav aria-label={t('moderation.states')} className={style.states}>
        {statuses.map((status) => (
          <Link
            key={status}
            to="/admin/moderation"
            search={searchOf(status)}
            className={style.state}
            // Otherwise the state without a filter in the address would match every other, too.
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={status === shown ? 'page' : undefined}
          >
            <span className={style.count}>{countOf(status) === undefined ? '–' : number(countOf(status) ?? 0)}</span>
            <span>{t(`moderation.status.${status}`)}</span>
          </Link>
        ))}
      </nav>
      <search className={style.fields}>
        <TextInput
          id="queue-search"
          size="md"
          type="search"
          leftSection={<IconSearch size={18} />}
          aria-label={t('moderation.search')}
          placeholder={t('moderation.search')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            find(event.currentTarget.value)
          }}
          onKeyDown={(event) => event.key === 'Escape' && leaveField(event.currentTarget)}
        />
        <NativeSelect
          size="md"
          aria-label={t('moderation.consentFilter')}
          value={search.consent ?? ''}
          data={[
            { value: '', label: t('moderation.anyConsent') },
            { value: 'workshop', label: t('consents.workshop') },
            ...platforms.map((one) => ({ value: one.platform_name, label: one.display_name })),
          ]}
          onChange={(event) => {
            const { consent: _, page: __, ...rest } = search
            const consent = event.currentTarget.value
            void go(consent === '' ? rest : { ...rest, consent })
          }}
        />
        <ViewSwitch search={search} />
      </search>
      <AlikeFilter search={search} />
    </div>
  )
}
