import { IconSend, IconTrash } from '@tabler/icons-react'
import { useSelector } from '@tanstack/react-store'
import type { Answer } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall, adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { chosenExhibition } from '#web/features/admin/shared/chosen-exhibition.ts'
import { DataTable, GroupLink } from '#web/features/admin/shared/data-table.tsx'
import { ConfirmedButton } from '#web/features/admin/shared/dialog.tsx'
import { notifyError } from '#web/features/admin/shared/notices.tsx'
import { Load, Section } from '#web/features/admin/shared/page/page.tsx'
import { overview } from '#web/features/admin/shared/queries.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime, number } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'

const preview = { ...adminQuery(['cleanup'], 'GET /api/admin/cleanup/preview'), staleTime: 0 }

type DueGroup = Answer<'GET /api/admin/cleanup/preview'>['groups'][number]

/** What the next cleanup deletes, and the cleanup by hand: a part of the overview. */
export const Cleanup = () => {
  const uploadedOf = ({ uploadDate, wasApproved }: DueGroup) =>
    wasApproved ? `${dateTime(uploadDate)}, ${t('cleanup.wasApproved')}` : dateTime(uploadDate)
  return (
    <Section id="cleanup" title={t('nav.cleanup')}>
      <p className="soft">{t('cleanup.text')}</p>
      <Load of={preview} placeholder={320}>
        {({ groupsToDelete: count, groups }) => (
          <div className="section">
            <h3>{t('cleanup.due', { count, formatted: number(count) })}</h3>
            <DataTable
              label={t('nav.cleanup')}
              empty={t('cleanup.nothing')}
              rows={groups}
              keyOf={({ id }) => id}
              columns={[
                [t('table.name'), ({ id, groupName }) => <GroupLink groupId={id} name={groupName} />],
                [t('table.uploaded'), uploadedOf],
                [t('cleanup.overdue'), ({ daysUntilDeletion }) => t('cleanup.days', { count: -daysUntilDeletion })],
                [t('deletionLog.photos'), ({ imageCount }) => number(imageCount)],
              ]}
            />
            <CleanupActions count={count} />
          </div>
        )}
      </Load>
    </Section>
  )
}

/** The manual cleanup, and the warning to the team. */
const CleanupActions = ({ count }: { count: number }) => {
  const chosen = useSelector(chosenExhibition)
  const warn = useWarning()
  const cleanUp = useAction({
    run: () => adminCall('POST /api/admin/cleanup/trigger'),
    done: ({ deletedGroups }) => t('cleanup.ran', { count: deletedGroups }),
    failed: t('cleanup.failed'),
  })
  // It deletes what is due in all exhibitions, so the list has to show all of it.
  if (chosen !== '') return <p className="soft">{t('cleanup.chooseAll')}</p>
  return (
    <div className="actions">
      <ConfirmedButton
        title={t('remove.title', { count })}
        text={t('cleanup.sure')}
        confirm={t('remove.confirm')}
        size="sm"
        variant="filled"
        color="red"
        leftSection={<IconTrash size={18} />}
        disabled={count === 0}
        action={cleanUp}
      >
        {t('cleanup.run')}
      </ConfirmedButton>
      <ActionButton Icon={IconSend} loading={warn.isPending} onClick={warn.mutate}>
        {t('cleanup.warn')}
      </ActionButton>
    </div>
  )
}

/** Without a chat bot the server accepts the warning, but it is not delivered. */
const useWarning = () =>
  useAction({
    run: async () => {
      const [{ groupCount }, { messenger }] = await Promise.all([
        adminCall('POST /api/admin/messenger/warning'),
        queryClient.fetchQuery(overview),
      ])
      return { groupCount, isReceived: messenger.configured }
    },
    done: ({ groupCount, isReceived }) => {
      if (isReceived) return t('cleanup.warned', { count: groupCount })
      notifyError(`${t('cleanup.notWarned')} ${t('messengerTest.answers.not_configured')}`)
    },
    failed: t('cleanup.notWarned'),
  })
