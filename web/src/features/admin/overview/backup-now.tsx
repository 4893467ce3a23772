import { IconDatabaseExport } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall, adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import style from './checklist.module.css'

export type Backups = Answer<'GET /api/admin/backups'>

export const backupsQuery = queryOptions({
  ...adminQuery(['backups'], 'GET /api/admin/backups'),
  refetchInterval: ({ state }) => (state.data?.running ? 2_000 : false),
})

/** The last backup with its size, why the one after it failed, and a button that makes one. */
export const BackupNow = () => {
  const { data: made } = useQuery(backupsQuery)
  const start = useAction({ run: () => adminCall('POST /api/admin/backups'), failed: t('backups.failed') })
  const [last] = made?.backups ?? []
  return (
    <div className={`stack ${style.more}`}>
      <div role="status" className={`soft breakable ${style.text}`}>
        {last && (
          <p>
            {t('backups.last', { time: dateTime(last.createdAt), size: formatBytes(last.bytes) })}{' '}
            {last.verifiedAt && t('backups.verified')} {t('backups.count', { count: made?.backups.length ?? 0 })}
          </p>
        )}
        {made?.lastFailure && (
          <p data-failed>
            {t('backups.lastFailure', { time: dateTime(made.lastFailure.at), reason: made.lastFailure.reason })}
          </p>
        )}
      </div>
      <ActionButton
        Icon={IconDatabaseExport}
        loading={start.isPending || made?.running === true}
        onClick={start.mutate}
      >
        {t('backups.now')}
      </ActionButton>
    </div>
  )
}
