import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { urlOf } from '#web/api/client.ts'
import { DownloadButton } from '#web/features/admin/shared/action-button.tsx'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { LogTabs } from '#web/features/admin/shared/page-tabs.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AdminAuditFilter } from './admin-audit-filter.tsx'
import { type AdminAuditEntry, adminAudit } from './admin-audit-query.ts'
import style from './admin-audit-table.module.css'
import { isFailed, useEntryTexts } from './entry-texts.ts'
import { queryOf } from './search-query.ts'

/** What people with an account did. */
export const AdminAuditPage = () => {
  const { t } = useTexts()
  const search = useSearch({ from: '/admin/admin-audit' })
  const log = useInfiniteQuery(adminAudit(search))
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  // A search continues while it has found nothing.
  const goesOn = log.hasNextPage && !log.isFetchNextPageError && entries.length === 0
  const { fetchNextPage, isFetching } = log
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  const csv = urlOf('/api/admin/admin-audit', { query: { format: 'csv', ...queryOf(search) } })
  return (
    <>
      <LogTabs />
      <PageTitle title={t('nav.adminAudit')} text={t('adminAudit.text')}>
        <DownloadButton href={csv} download="admin-audit.csv">
          {t('adminAudit.csv')}
        </DownloadButton>
      </PageTitle>
      <section className={section.section} aria-label={t('nav.adminAudit')}>
        <AdminAuditFilter search={search} />
        <Loaded query={log} placeholder={480}>
          {() => !goesOn && <AdminAuditTable entries={entries} />}
        </Loaded>
        {log.hasNextPage && (
          <div className={section.actions}>
            <Button size="md" variant="default" loading={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
              {t('adminAudit.older')}
            </Button>
          </div>
        )}
      </section>
    </>
  )
}

const AdminAuditTable = ({ entries }: { readonly entries: readonly AdminAuditEntry[] }) => {
  const { t } = useTexts()
  const { actionText, detailsText } = useEntryTexts()
  const whatOf = ({ action }: AdminAuditEntry) => {
    if (!isFailed(action)) return actionText(action)
    return (
      <span className={style.failed}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        {actionText(action)}
      </span>
    )
  }
  return (
    <DataTable
      label={t('nav.adminAudit')}
      empty={t('auditLog.empty')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        [t('auditLog.when'), (entry) => dateTime(entry.created_at)],
        [t('adminAudit.who'), (entry) => entry.actor_name || '–'],
        [t('auditLog.what'), whatOf],
        [t('adminAudit.target'), (entry) => <Target entry={entry} />],
        [t('adminAudit.details'), (entry) => detailsText(entry) || '–'],
        [t('auditLog.address'), (entry) => entry.ip_address ?? '–'],
      ]}
    />
  )
}

/** The target; links to a group for users who may open it. */
const Target = ({ entry }: { readonly entry: AdminAuditEntry }) => {
  const { t } = useTexts()
  const role = useAdmin()?.role
  const { target_type: type, target_id: id, target_name: name, action } = entry
  if (type === null || id === null) return '–'
  if (type === 'group' && role === 'admin' && action !== 'delete_group') {
    return (
      <Link to="/admin/moderation/$groupId" params={{ groupId: id }} className={style.id}>
        {name === undefined ? t('adminAudit.group', { id }) : t('adminAudit.named', { name })}
      </Link>
    )
  }
  if (name !== undefined) return t(type === 'image' ? 'adminAudit.photoOf' : 'adminAudit.named', { id, name })
  return <span className={style.id}>{t(`adminAudit.type.${type as 'user'}`, { id, defaultValue: id })}</span>
}
