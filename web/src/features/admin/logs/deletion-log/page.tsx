import { queryOptions } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { Load, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { LogTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { StatRow } from '#web/features/admin/shared/stat-row.tsx'
import { dateTime, number, relativeTime, shortDate } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'

const deletionLog = queryOptions({
  queryKey: ['admin', 'deletion-log'],
  queryFn: async ({ signal }) => {
    const [entries, stats] = await Promise.all([
      adminCall('GET /api/admin/deletion-log', { query: { limit: 500 }, signal }),
      adminCall('GET /api/admin/deletion-log/stats', { signal }),
    ])
    return { entries, stats }
  },
})

/** What was deleted, when and why; without anything about persons. */
export const DeletionLogPage = () => (
  <>
    <LogTabs />
    <PageTitle title={t('nav.deletionLog')} text={t('deletionLog.text')} />
    <Load of={deletionLog} placeholder={480}>
      {({ entries: { deletions, total }, stats }) => (
        <div className="page-sections">
          <StatRow
            stats={[
              [t('deletionLog.groups'), number(stats.totalDeleted)],
              [t('deletionLog.images'), number(stats.totalImages)],
              [t('deletionLog.size'), formatBytes(stats.totalSizeBytes)],
              [t('overview.lastCleanup'), stats.lastCleanup ? relativeTime(stats.lastCleanup) : t('overview.never')],
            ]}
          />
          <DataTable
            label={t('nav.deletionLog')}
            empty={t('deletionLog.empty')}
            rows={deletions}
            keyOf={({ id }) => id}
            columns={[
              [t('deletionLog.deletedAt'), (entry) => dateTime(entry.deleted_at)],
              [t('deletionLog.reason'), (entry) => t(`reasons.${entry.deletion_reason}`)],
              [t('deletionLog.photos'), (entry) => number(entry.image_count)],
              [t('group.size'), (entry) => formatBytes(entry.total_file_size)],
              [t('table.uploaded'), (entry) => shortDate(entry.upload_date)],
              [t('group.id'), (entry) => entry.group_id],
            ]}
          />
          {total > deletions.length && (
            <p className="soft">{t('table.newest', { count: deletions.length, total: number(total) })}</p>
          )}
        </div>
      )}
    </Load>
  </>
)
