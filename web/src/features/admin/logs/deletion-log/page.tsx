import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { Loaded } from '#web/features/admin/shared/page/loaded.tsx'
import { LogTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { PageTitle } from '#web/features/admin/shared/page/page-title.tsx'
import section from '#web/features/admin/shared/page/section.module.css'
import { StatRow } from '#web/features/admin/shared/stat-row.tsx'
import { dateTime, number, relativeTime, shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'

type Entries = Answer<'GET /api/admin/deletion-log'>
type Stats = Answer<'GET /api/admin/deletion-log/stats'>

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
      return { entries, stats }
    },
  })
  return (
    <>
      <LogTabs />
      <PageTitle title={t('nav.deletionLog')} text={t('deletionLog.text')} />
      <Loaded query={log} placeholder={480}>
        {({ entries, stats }) => (
          <div className={section.sections}>
            <Totals stats={stats} />
            <Deletions entries={entries} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const Totals = ({ stats }: { stats: Stats }) => {
  const { t } = useTexts()
  const { totalDeleted, totalImages, totalSizeBytes, lastCleanup } = stats
  return (
    <StatRow
      stats={[
        [t('deletionLog.groups'), number(totalDeleted)],
        [t('deletionLog.images'), number(totalImages)],
        [t('deletionLog.size'), formatBytes(totalSizeBytes)],
        [t('overview.lastCleanup'), lastCleanup ? relativeTime(lastCleanup) : t('overview.never')],
      ]}
    />
  )
}

const Deletions = ({ entries: { deletions, total } }: { entries: Entries }) => {
  const { t } = useTexts()
  return (
    <>
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
    </>
  )
}
