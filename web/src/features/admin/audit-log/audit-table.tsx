import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { dateTime, number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { AuditLog, AuditLogEntry } from './audit-log-query.ts'
import type { AuditSearch } from './audit-search.ts'

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
export const AuditTable = ({ search, log }: { search: AuditSearch; log: AuditLog }) => {
  const { t } = useTexts()
  const resultOf = (entry: AuditLogEntry) => {
    if (entry.success) return t('auditLog.success')
    const message = entry.action === 'invalid_token' ? null : entry.error_message
    return message === null ? t('auditLog.failure') : `${t('auditLog.failure')}: ${message}`
  }
  const cellsOf = (entry: AuditLogEntry) => [
    dateTime(entry.created_at),
    t(`auditLog.action.${entry.action}`),
    resultOf(entry),
    entry.group_id ?? '–',
    entry.ip_address ?? '–',
    `${entry.source_host ?? '–'} (${t(`auditLog.source.${entry.source_type}`)})`,
  ]
  const columns = ['auditLog.when', 'auditLog.what', 'auditLog.result', 'group.id'] as const
  const shown = log.logs.filter((entry) => matches(entry, search))
  const isCut = shown.length > maxRows || log.total > log.logs.length
  return (
    <>
      <DataTable
        label={t('nav.auditLog')}
        empty={t('auditLog.empty')}
        head={[...columns.map((key) => t(key)), t('auditLog.address'), t('auditLog.host')]}
        rows={shown.slice(0, maxRows).map((entry) => ({ key: entry.id, cells: cellsOf(entry) }))}
      />
      {isCut && (
        <p className={section.soft}>
          {t('table.newest', { count: Math.min(log.logs.length, maxRows), total: number(log.total) })}
        </p>
      )}
    </>
  )
}
