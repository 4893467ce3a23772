import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { urlOf } from '#web/api/client.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AdminAuditFilter } from './admin-audit-filter.tsx'
import { adminAudit } from './admin-audit-query.ts'
import { AdminAuditTable } from './admin-audit-table.tsx'
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
      <PageTitle title={t('nav.adminAudit')} text={t('adminAudit.text')}>
        <Button
          component="a"
          href={csv}
          download="admin-audit.csv"
          h={44}
          variant="default"
          leftSection={<IconDownload size={18} />}
        >
          {t('adminAudit.csv')}
        </Button>
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
