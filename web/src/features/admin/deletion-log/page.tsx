import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { DataTable } from '#web/features/admin/frame/data-table.tsx'
import { FigureRow } from '#web/features/admin/frame/figure-row.tsx'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { bytes, dateTime, number, relativeTime, shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** What was deleted, when and why; without anything about persons. */
export const DeletionLogPage = () => {
  const { t } = useTexts()
  const log = useQuery({
    queryKey: ['admin', 'deletion-log'],
    queryFn: async ({ signal }) => {
      const [entries, stats] = await Promise.all([
        adminCall('GET /api/admin/deletion-log', { query: { limit: 500 }, signal }),
        adminCall('GET /api/admin/deletion-log/stats', { signal }),
      ])
      return { ...entries, stats }
    },
  })
  return (
    <>
      <PageTitle title={t('nav.deletionLog')} text={t('deletionLog.text')} />
      {log.error && !log.data && <LoadFailed error={log.error} onAgain={log.refetch} />}
      {!log.data && !log.error && <Skeleton height={480} radius={14} />}
      {log.data && (
        <div className={section.sections}>
          <FigureRow
            figures={[
              [t('deletionLog.groups'), number(log.data.stats.totalDeleted)],
              [t('deletionLog.images'), number(log.data.stats.totalImages)],
              [t('deletionLog.size'), bytes(log.data.stats.totalSizeBytes)],
              [
                t('overview.lastCleanup'),
                log.data.stats.lastCleanup ? relativeTime(log.data.stats.lastCleanup) : t('overview.never'),
              ],
            ]}
          />
          <DataTable
            label={t('nav.deletionLog')}
            empty={t('deletionLog.empty')}
            head={[
              t('deletionLog.deletedAt'),
              t('deletionLog.reason'),
              t('deletionLog.photos'),
              t('group.size'),
              t('table.uploaded'),
              t('group.id'),
            ]}
            rows={log.data.deletions.map((entry) => ({
              key: entry.id,
              cells: [
                dateTime(entry.deleted_at),
                t(`reasons.${entry.deletion_reason}`),
                number(entry.image_count),
                bytes(entry.total_file_size),
                shortDate(entry.upload_date),
                entry.group_id,
              ],
            }))}
          />
          {log.data.total > log.data.deletions.length && (
            <p className={section.soft}>
              {t('table.newest', { count: log.data.deletions.length, total: number(log.data.total) })}
            </p>
          )}
        </div>
      )}
    </>
  )
}
