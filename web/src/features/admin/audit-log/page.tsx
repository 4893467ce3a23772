import { NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditLogEntry } from '#contract/audit-log.ts'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { DataTable } from '#web/features/admin/frame/data-table.tsx'
import { FigureRow } from '#web/features/admin/frame/figure-row.tsx'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { dateTime, number, relativeTime } from '#web/features/admin/texts/dates.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { useTexts } from '#web/features/admin/texts/texts.ts'

const most = 1_000
type ActionText = keyof typeof adminTexts.audit.action

const contains = (entry: AuditLogEntry, text: string): boolean =>
  [
    entry.group_id,
    entry.ip_address,
    entry.error_message,
    entry.management_token,
    entry.user_agent,
    entry.source_host,
  ].some((value) => value?.toLowerCase().includes(text.toLowerCase()))

/** More make the page slow and are for nobody to read. */
const maxRows = 300

/** What was done with management links. */
export const AuditLogPage = () => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const search = useSearch({ from: '/admin/audit-log' })
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'audit-log'],
    queryFn: async ({ signal }) => {
      const [entries, stats] = await Promise.all([
        adminCall('GET /api/admin/management-audit', { query: { limit: most }, signal }),
        adminCall('GET /api/admin/management-audit/stats', { signal }),
      ])
      return { ...entries, stats }
    },
  })
  const go = (next: typeof search) => navigate({ to: '/admin/audit-log', search: next, replace: true })
  const { q, action } = search
  const resultOf = (entry: AuditLogEntry) => {
    if (entry.success) return t('audit.success')
    const message = entry.action === 'invalid_token' ? null : entry.error_message
    return message === null ? t('audit.failure') : `${t('audit.failure')}: ${message}`
  }
  const shown = data?.logs.filter((entry) => (!action || entry.action === action) && (!q || contains(entry, q))) ?? []
  return (
    <>
      <PageTitle title={t('nav.auditLog')} text={t('audit.text')} />
      {error && !data && <LoadFailed error={error} onAgain={refetch} />}
      {!data && !error && <Skeleton height={480} radius={14} />}
      {data && (
        <div className={section.sections}>
          <FigureRow
            figures={[
              [t('audit.total'), number(data.stats.totalActions)],
              [t('audit.invalid'), number(data.stats.actionsByType.invalid_token ?? 0)],
              [t('audit.last'), data.stats.lastAction ? relativeTime(data.stats.lastAction) : t('overview.never')],
            ]}
          />
          <section className={section.section} aria-label={t('nav.auditLog')}>
            <search className={section.fields}>
              <TextInput
                size="md"
                type="search"
                leftSection={<IconSearch size={18} />}
                label={t('audit.search')}
                value={q ?? ''}
                onChange={({ currentTarget: { value } }) => {
                  const { q: _, ...rest } = search
                  void go(value === '' ? rest : { ...rest, q: value })
                }}
              />
              <NativeSelect
                size="md"
                label={t('audit.what')}
                value={action ?? ''}
                data={[
                  { value: '', label: t('audit.anything') },
                  ...Object.entries(data.stats.actionsByType).map(([name, count]) => ({
                    value: name,
                    label: `${t(`audit.action.${name as ActionText}`)} (${number(count)})`,
                  })),
                ]}
                onChange={({ currentTarget: { value } }) => {
                  const { action: _, ...rest } = search
                  void go(value === '' ? rest : { ...rest, action: value })
                }}
              />
            </search>
            <DataTable
              label={t('nav.auditLog')}
              empty={t('audit.empty')}
              head={[
                t('audit.when'),
                t('audit.what'),
                t('audit.result'),
                t('group.id'),
                t('audit.address'),
                t('audit.host'),
              ]}
              rows={shown.slice(0, maxRows).map((entry) => ({
                key: entry.id,
                cells: [
                  dateTime(entry.created_at),
                  t(`audit.action.${entry.action}`),
                  resultOf(entry),
                  entry.group_id ?? '–',
                  entry.ip_address ?? '–',
                  `${entry.source_host ?? '–'} (${t(`audit.source.${entry.source_type}`)})`,
                ],
              }))}
            />
            {(shown.length > maxRows || data.total > data.logs.length) && (
              <p className={section.soft}>
                {t('table.newest', { count: Math.min(data.logs.length, maxRows), total: number(data.total) })}
              </p>
            )}
          </section>
        </div>
      )}
    </>
  )
}
