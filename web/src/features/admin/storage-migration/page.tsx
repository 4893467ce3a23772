import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Note } from '#web/components/note.tsx'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'
import { ConfirmDialog } from '#web/features/admin/frame/confirm-dialog.tsx'
import { FigureRow } from '#web/features/admin/frame/figure-row.tsx'
import { LoadFailed } from '#web/features/admin/frame/load-failed.tsx'
import { sayDone, sayFailure } from '#web/features/admin/frame/notices.tsx'
import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'

/** Where the groups are, whether the database answers, and the way there and back. */
export const StorageMigrationPage = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'migrate' | 'rollback'>()
  const status = useQuery({
    queryKey: ['admin', 'storage', 'status'],
    queryFn: ({ signal }) => adminCall('GET /api/system/migration/status', { signal }),
    staleTime: 0,
  })
  const health = useQuery({
    queryKey: ['admin', 'storage', 'health'],
    queryFn: ({ signal }) => adminCall('GET /api/system/migration/health', { signal }),
    staleTime: 0,
  })
  const settled = { onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }) }
  const migrate = useMutation({
    mutationFn: () => adminCall('POST /api/system/migration/migrate'),
    onSuccess: ({ groupsMigrated }) => sayDone(t('storage.migrated', { count: groupsMigrated })),
    onError: (failure) => sayFailure(t('storage.failed'), failure),
    ...settled,
  })
  const rollback = useMutation({
    mutationFn: () => adminCall('POST /api/system/migration/rollback'),
    onSuccess: ({ groupsRestored }) => sayDone(t('storage.rolledBack', { count: groupsRestored })),
    onError: (failure) => sayFailure(t('storage.failed'), failure),
    ...settled,
  })
  const { data, error } = status
  const yesNo = (value: boolean) => t(value ? 'storage.yes' : 'storage.no')
  return (
    <>
      <PageTitle title={t('nav.storage')} text={t('storage.text')} />
      {error && !data && <LoadFailed error={error} onAgain={status.refetch} />}
      {!data && !error && <Skeleton height={320} radius={14} />}
      {data && (
        <div className={section.sections}>
          {health.data && (
            <Note kind="plain" icon={<IconCircleCheck />} title={t('storage.healthy')}>
              <p>{t('storage.healthyText')}</p>
            </Note>
          )}
          {health.error && (
            <Note kind="danger" icon={<IconAlertTriangle />} title={t('storage.unhealthy')}>
              <p>{sentenceOf(health.error)}</p>
            </Note>
          )}
          <FigureRow
            figures={[
              [t('storage.active'), t(data.databaseActive ? 'storage.database' : 'storage.json')],
              [t('storage.complete'), yesNo(data.migrationComplete)],
              [t('storage.backup'), yesNo(data.jsonBackupExists)],
              [t('storage.last'), data.lastMigration ? relativeTime(data.lastMigration) : t('overview.never')],
            ]}
          />
          <section className={`${section.section} ${section.paper}`} aria-labelledby="move-title">
            <h2 id="move-title">{t('storage.move')}</h2>
            <p className={section.soft}>{t('storage.moveText')}</p>
            <div className={section.actions}>
              <Button
                h={44}
                disabled={data.migrationComplete}
                loading={migrate.isPending}
                onClick={() => setAsking('migrate')}
              >
                {t('storage.migrate')}
              </Button>
              <Button
                h={44}
                variant="default"
                disabled={!data.databaseActive}
                loading={rollback.isPending}
                onClick={() => setAsking('rollback')}
              >
                {t('storage.rollback')}
              </Button>
            </div>
          </section>
        </div>
      )}
      <ConfirmDialog
        open={asking !== undefined}
        title={t(asking === 'migrate' ? 'storage.migrate' : 'storage.rollback')}
        confirm={t(asking === 'migrate' ? 'storage.migrate' : 'storage.rollback')}
        onClose={() => setAsking(undefined)}
        onConfirm={() => (asking === 'migrate' ? migrate.mutate() : rollback.mutate())}
      >
        <p>{t(asking === 'migrate' ? 'storage.migrateSure' : 'storage.rollbackSure')}</p>
      </ConfirmDialog>
    </>
  )
}
