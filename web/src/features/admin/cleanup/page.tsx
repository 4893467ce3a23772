import { Button, Skeleton } from '@mantine/core'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { ConfirmDialog } from '#web/features/admin/frame/confirm-dialog.tsx'
import { DataTable } from '#web/features/admin/frame/data-table.tsx'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { sayDone, sayFailure } from '#web/features/admin/frame/notices.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { overview } from '#web/features/admin/overview/overview-query.ts'
import { dateTime, number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** What the next cleanup deletes, and the cleanup by hand. */
export const CleanupPage = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'cleanup'],
    queryFn: ({ signal }) => adminCall('GET /api/admin/cleanup/preview', { signal }),
    staleTime: 0,
  })
  const run = useMutation({
    mutationFn: () => adminCall('POST /api/admin/cleanup/trigger'),
    onSuccess: ({ deletedGroups }) => {
      sayDone(t('cleanup.ran', { count: deletedGroups }))
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (failure) => sayFailure(t('cleanup.failed'), failure),
  })
  const warn = useMutation({
    mutationFn: async () => {
      const [{ groupCount }, { messenger }] = await Promise.all([
        adminCall('POST /api/admin/messenger/warning'),
        client.fetchQuery(overview),
      ])
      return { groupCount, reachesSomebody: messenger.configured }
    },
    onSuccess: ({ groupCount, reachesSomebody }) => {
      if (reachesSomebody) sayDone(t('cleanup.warned', { count: groupCount }))
      else sayFailure(`${t('cleanup.notWarned')} ${t('messengerTest.answers.not_configured')}`)
    },
    onError: (failure) => sayFailure(t('cleanup.notWarned'), failure),
  })
  const count = data?.groupsToDelete ?? 0
  return (
    <>
      <PageTitle title={t('nav.cleanup')} text={t('cleanup.text')} />
      {error && !data && <LoadFailed error={error} onAgain={refetch} />}
      {!data && !error && <Skeleton height={320} radius={14} />}
      {data && (
        <div className={section.section}>
          <h2>{t('cleanup.due', { count, formatted: number(count) })}</h2>
          <DataTable
            label={t('nav.cleanup')}
            empty={t('cleanup.nothing')}
            head={[t('table.name'), t('table.uploaded'), t('cleanup.overdue'), t('deletionLog.photos')]}
            rows={data.groups.map((group) => ({
              key: group.id,
              cells: [
                <Link key="link" to="/admin/moderation/$groupId" params={{ groupId: group.id }}>
                  {group.groupName ?? t('group.untitled')}
                </Link>,
                dateTime(group.uploadDate),
                t('cleanup.days', { count: -group.daysUntilDeletion }),
                number(group.imageCount),
              ],
            }))}
          />
          <div className={section.actions}>
            <Button
              h={44}
              color="red"
              leftSection={<IconTrash size={18} />}
              loading={run.isPending}
              disabled={count === 0}
              onClick={() => setAsking(true)}
            >
              {t('cleanup.run')}
            </Button>
            <Button
              h={44}
              variant="default"
              leftSection={<IconSend size={18} />}
              loading={warn.isPending}
              onClick={() => warn.mutate()}
            >
              {t('cleanup.warn')}
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={t('remove.title', { count })}
        confirm={t('remove.confirm')}
        onClose={() => setAsking(false)}
        onConfirm={run.mutate}
      >
        <p>{t('cleanup.sure')}</p>
      </ConfirmDialog>
    </>
  )
}
