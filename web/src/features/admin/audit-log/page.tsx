import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { StatRow } from '#web/features/admin/shared/stat-row.tsx'
import { number, relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AuditFilter } from './audit-filter.tsx'
import { type AuditLog, auditLog } from './audit-log-query.ts'
import { AuditTable } from './audit-table.tsx'

/** What was done with management links. */
export const AuditLogPage = () => {
  const { t } = useTexts()
  const log = useQuery(auditLog)
  return (
    <>
      <PageTitle title={t('nav.auditLog')} text={t('auditLog.text')} />
      <Loaded query={log} placeholder={480}>
        {(data) => <Entries log={data} />}
      </Loaded>
    </>
  )
}

const Entries = ({ log }: { log: AuditLog }) => {
  const { t } = useTexts()
  const search = useSearch({ from: '/admin/audit-log' })
  const { totalActions, actionsByType, lastAction } = log.stats
  return (
    <div className={section.sections}>
      <StatRow
        stats={[
          [t('auditLog.total'), number(totalActions)],
          [t('auditLog.invalid'), number(actionsByType.invalid_token ?? 0)],
          [t('auditLog.last'), lastAction ? relativeTime(lastAction) : t('overview.never')],
        ]}
      />
      <section className={section.section} aria-label={t('nav.auditLog')}>
        <AuditFilter search={search} counts={actionsByType} />
        <AuditTable search={search} log={log} />
      </section>
    </div>
  )
}
