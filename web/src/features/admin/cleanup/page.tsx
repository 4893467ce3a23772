import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { dateTime, number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { CleanupActions } from './cleanup-actions.tsx'

/** What the next cleanup deletes, and the cleanup by hand. */
export const CleanupPage = () => {
  const { t } = useTexts()
  const preview = useQuery({
    queryKey: ['admin', 'cleanup'],
    queryFn: ({ signal }) => adminCall('GET /api/admin/cleanup/preview', { signal }),
    staleTime: 0,
  })
  return (
    <>
      <PageTitle title={t('nav.cleanup')} text={t('cleanup.text')} />
      <Loaded query={preview} placeholder={320}>
        {({ groupsToDelete: count, groups }) => (
          <div className={section.section}>
            <h2>{t('cleanup.due', { count, formatted: number(count) })}</h2>
            <DueGroups groups={groups} />
            <CleanupActions count={count} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const DueGroups = ({ groups }: Pick<Answer<'GET /api/admin/cleanup/preview'>, 'groups'>) => {
  const { t } = useTexts()
  return (
    <DataTable
      label={t('nav.cleanup')}
      empty={t('cleanup.nothing')}
      head={[t('table.name'), t('table.uploaded'), t('cleanup.overdue'), t('deletionLog.photos')]}
      rows={groups.map((group) => ({
        key: group.id,
        cells: [
          <Link key="link" to="/admin/moderation/$groupId" params={{ groupId: group.id }}>
            {group.groupName ?? t('group.untitled')}
          </Link>,
          group.wasApproved ? `${dateTime(group.uploadDate)}, ${t('cleanup.wasApproved')}` : dateTime(group.uploadDate),
          t('cleanup.days', { count: -group.daysUntilDeletion }),
          number(group.imageCount),
        ],
      }))}
    />
  )
}
