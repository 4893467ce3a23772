import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Note } from '#web/components/note.tsx'
import { adminCall, adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmedButton } from '#web/features/admin/shared/dialog.tsx'
import { ActionSection, Load, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { migrationStatus, type MigrationStatus as Status } from '#web/features/admin/shared/queries.ts'
import { StatRow } from '#web/features/admin/shared/stat-row.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { sentenceOf, t } from '#web/features/admin/texts/texts.ts'

/** Where the groups are stored, whether the database works, and the way there and back. */
export const StorageMigrationPage = () => {
  const health = useQuery({
    ...adminQuery(['storage-migration', 'health'], 'GET /api/system/migration/health'),
    staleTime: 0,
  })
  const yesNo = (value: boolean) => t(value ? 'storageMigration.yes' : 'storageMigration.no')
  return (
    <>
      <PageTitle title={t('nav.storageMigration')} text={t('storageMigration.text')} />
      <Load of={migrationStatus} placeholder={320}>
        {(data) => (
          <div className="page-sections">
            {health.error && (
              <Note kind="danger" title={t('storageMigration.unhealthy')}>
                {sentenceOf(health.error)}
              </Note>
            )}
            {health.isSuccess && <Note kind="plain" icon={<IconCircleCheck />} title={t('storageMigration.healthy')} />}
            <StatRow
              stats={[
                [
                  t('storageMigration.active'),
                  t(data.databaseActive ? 'storageMigration.database' : 'storageMigration.json'),
                ],
                [t('storageMigration.complete'), yesNo(data.migrationComplete)],
                [t('storageMigration.backup'), yesNo(data.jsonBackupExists)],
                [
                  t('storageMigration.last'),
                  data.lastMigration ? relativeTime(data.lastMigration) : t('overview.never'),
                ],
              ]}
            />
            <MigrationActions status={data} />
          </div>
        )}
      </Load>
    </>
  )
}

/** Into the database, and back to JSON. */
const MigrationActions = ({ status }: { status: Status }) => {
  const failed = t('storageMigration.failed')
  const migrate = useAction({
    run: () => adminCall('POST /api/system/migration/migrate'),
    done: ({ groupsMigrated }) => t('storageMigration.migrated', { count: groupsMigrated }),
    failed,
  })
  const rollback = useAction({
    run: () => adminCall('POST /api/system/migration/rollback'),
    done: ({ groupsRestored }) => t('storageMigration.rolledBack', { count: groupsRestored }),
    failed,
  })
  return (
    <ActionSection id="move" title={t('storageMigration.move')} text={t('storageMigration.moveText')}>
      <ConfirmedButton
        title={t('storageMigration.migrate')}
        text={t('storageMigration.migrateSure')}
        size="sm"
        variant="filled"
        disabled={status.migrationComplete}
        action={migrate}
      >
        {t('storageMigration.migrate')}
      </ConfirmedButton>
      <ConfirmedButton
        title={t('storageMigration.rollback')}
        text={t('storageMigration.rollbackSure')}
        size="sm"
        disabled={!status.databaseActive}
        action={rollback}
      >
        {t('storageMigration.rollback')}
      </ConfirmedButton>
    </ActionSection>
  )
}
