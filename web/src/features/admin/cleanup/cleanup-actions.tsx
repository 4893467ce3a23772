import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmDialog } from '#web/features/admin/shared/confirm-dialog.tsx'
import { notifyError, notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { overview } from '#web/features/admin/shared/queries.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** The manual cleanup, and the warning to the team. */
export const CleanupActions = ({ count }: { count: number }) => {
  const { t } = useTexts()
  const [asking, dialog] = useDisclosure(false)
  const cleanUp = useAction({
    run: () => adminCall('POST /api/admin/cleanup/trigger'),
    done: ({ deletedGroups }) => t('cleanup.ran', { count: deletedGroups }),
    failed: t('cleanup.failed'),
  })
  return (
    <div className={section.actions}>
      <Button
        h={44}
        color="red"
        leftSection={<IconTrash size={18} />}
        loading={cleanUp.isPending}
        disabled={count === 0}
        onClick={dialog.open}
      >
        {t('cleanup.run')}
      </Button>
      <WarnButton />
      <ConfirmDialog
        open={asking}
        title={t('remove.title', { count })}
        confirm={t('remove.confirm')}
        onClose={dialog.close}
        onConfirm={cleanUp.mutate}
      >
        <p>{t('cleanup.sure')}</p>
      </ConfirmDialog>
    </div>
  )
}

const WarnButton = () => {
  const { t } = useTexts()
  const warn = useWarning()
  return (
    <Button
      h={44}
      variant="default"
      leftSection={<IconSend size={18} />}
      loading={warn.isPending}
      onClick={() => warn.mutate()}
    >
      {t('cleanup.warn')}
    </Button>
  )
}

/** Without a chat bot the server accepts the warning, but it is not delivered. */
const useWarning = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const [{ groupCount }, { messenger }] = await Promise.all([
        adminCall('POST /api/admin/messenger/warning'),
        client.fetchQuery(overview),
      ])
      return { groupCount, isReceived: messenger.configured }
    },
    onSuccess: ({ groupCount, isReceived }) => {
      if (isReceived) notifySuccess(t('cleanup.warned', { count: groupCount }))
      else notifyError(`${t('cleanup.notWarned')} ${t('messengerTest.answers.not_configured')}`)
    },
    onError: (error) => notifyError(t('cleanup.notWarned'), error),
  })
}
