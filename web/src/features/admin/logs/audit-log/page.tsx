import { NativeSelect } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { SearchField } from '#web/features/admin/shared/form/search-field.tsx'
import { Load, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import type { AuditSearch } from '#web/features/admin/shared/page/page-search.ts'
import { LogTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { StatRow } from '#web/features/admin/shared/stat-row.tsx'
import { dateTime, number, relativeTime } from '#web/features/admin/texts/dates.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { t } from '#web/features/admin/texts/texts.ts'

/** What was done with management links. */
export const AuditLogPage = () => (
  <>
    <LogTabs />
    <PageTitle title={t('nav.auditLog')} text={t('auditLog.text')} />
    <Load of={auditLog} placeholder={480}>
      {(data) => <Entries log={data} />}
    </Load>
  </>
)

const Entries = ({ log }: { log: AuditLog }) => {
  const search = useSearch({ from: '/admin/audit-log' })
  const { totalActions, actionsByType, lastAction } = log.stats
  const navigate = useNavigate()
  const set = (name: keyof AuditSearch, value: string) =>
    void navigate({ to: '/admin/audit-log', search: { ...search, [name]: value || undefined }, replace: true })
  const actions = Object.entries(actionsByType).map(([name, count]) => ({
    value: name,
    label: `${t(`auditLog.action.${name as ActionText}`)} (${number(count)})`,
  }))
  return (
    <div className="page-sections">
      <StatRow
        stats={[
          [t('auditLog.total'), number(totalActions)],
          [t('auditLog.invalid'), number(actionsByType.invalid_token ?? 0)],
          [t('auditLog.last'), lastAction ? relativeTime(lastAction) : t('overview.never')],
        ]}
      />
      <section className="section" aria-label={t('nav.auditLog')}>
        <search className="fields">
          <SearchField label={t('auditLog.search')} value={search.q} onSearch={(q) => set('q', q)} />
          <NativeSelect
            label={t('auditLog.what')}
            value={search.action ?? ''}
            data={[{ value: '', label: t('auditLog.anything') }, ...actions]}
            onChange={(event) => set('action', event.currentTarget.value)}
          />
        </search>
        <AuditTable search={search} log={log} />
      </section>
    </div>
  )
}

type ActionText = keyof typeof adminTexts.auditLog.action

/** More rows make the page slow without being read. */
const maxRows = 300

const contains = (entry: AuditLogEntry, text: string): boolean =>
  [
    entry.group_id,
    entry.ip_address,
    entry.error_message,
    entry.management_token,
    entry.user_agent,
    entry.source_host,
  ].some((value) => value?.toLowerCase().includes(text.toLowerCase()))

const matches = (entry: AuditLogEntry, { q, action }: AuditSearch): boolean =>
  (!action || entry.action === action) && (!q || contains(entry, q))

/** The entries that match the filter, newest first. */
const AuditTable = ({ search, log }: { search: AuditSearch; log: AuditLog }) => {
  const resultOf = (entry: AuditLogEntry) => {
    if (entry.success) return t('auditLog.success')
    const message = entry.action === 'invalid_token' ? null : entry.error_message
    return message === null ? t('auditLog.failure') : `${t('auditLog.failure')}: ${message}`
  }
  const shown = log.logs.filter((entry) => matches(entry, search))
  const isCut = shown.length > maxRows || log.total > log.logs.length
  return (
    <>
      <DataTable
        label={t('nav.auditLog')}
        empty={t('auditLog.empty')}
        rows={shown.slice(0, maxRows)}
        keyOf={({ id }) => id}
        columns={[
          [t('auditLog.when'), (entry) => dateTime(entry.created_at)],
          [t('auditLog.what'), (entry) => t(`auditLog.action.${entry.action}`)],
          [t('auditLog.result'), resultOf],
          [t('group.id'), (entry) => entry.group_id ?? '–'],
          [t('auditLog.address'), (entry) => entry.ip_address ?? '–'],
          [t('auditLog.host'), (entry) => `${entry.source_host ?? '–'} (${t(`auditLog.source.${entry.source_type}`)})`],
        ]}
      />
      {isCut && (
        <p className="soft">
          {t('table.newest', { count: Math.min(log.logs.length, maxRows), total: number(log.total) })}
        </p>
      )}
    </>
  )
}

type Entries = Answer<'GET /api/admin/management-audit'>

type AuditLogEntry = Entries['logs'][number]
type AuditLog = Entries & { readonly stats: Answer<'GET /api/admin/management-audit/stats'> }

const maxEntries = 1_000

const auditLog = queryOptions({
  queryKey: ['admin', 'audit-log'],
  queryFn: async ({ signal }): Promise<AuditLog> => {
    const [entries, stats] = await Promise.all([
      adminCall('GET /api/admin/management-audit', { query: { limit: maxEntries }, signal }),
      adminCall('GET /api/admin/management-audit/stats', { signal }),
    ])
    return { ...entries, stats }
  },
})
