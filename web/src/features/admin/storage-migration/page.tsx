import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { Note } from '#web/components/note.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { StatRow } from '#web/features/admin/shared/stat-row.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'
import { MigrationActions } from './migration-actions.tsx'

type Status = Answer<'GET /api/system/migration/status'>

/** Where the groups are stored, whether the database works, and the way there and back. */
export const StorageMigrationPage = () => {
  const { t } = useTexts()
  const status = useQuery({
    queryKey: ['admin', 'storage-migration', 'status'],
    queryFn: ({ signal }) => adminCall('GET /api/system/migration/status', { signal }),
    staleTime: 0,
  })
  return (
    <>
      <PageTitle title={t('nav.storageMigration')} text={t('storageMigration.text')} />
      <Loaded query={status} placeholder={320}>
        {(data) => (
          <div className={section.sections}>
            <Health />
            <Stats status={data} />
            <MigrationActions status={data} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const Health = () => {
  const { t } = useTexts()
  const { data, error } = useQuery({
    queryKey: ['admin', 'storage-migration', 'health'],
    queryFn: ({ signal }) => adminCall('GET /api/system/migration/health', { signal }),
    staleTime: 0,
  })
  if (error)
    return (
      <Note kind="danger" icon={<IconAlertTriangle />} title={t('storageMigration.unhealthy')}>
        <p>{sentenceOf(error)}</p>
      </Note>
    )
  return data && <Note kind="plain" icon={<IconCircleCheck />} title={t('storageMigration.healthy')} />
}

const Stats = ({ status }: { status: Status }) => {
  const { t } = useTexts()
  const { databaseActive, migrationComplete, jsonBackupExists, lastMigration } = status
  const yesNo = (value: boolean) => t(value ? 'storageMigration.yes' : 'storageMigration.no')
  return (
    <StatRow
      stats={[
        [t('storageMigration.active'), t(databaseActive ? 'storageMigration.database' : 'storageMigration.json')],
        [t('storageMigration.complete'), yesNo(migrationComplete)],
        [t('storageMigration.backup'), yesNo(jsonBackupExists)],
        [t('storageMigration.last'), lastMigration ? relativeTime(lastMigration) : t('overview.never')],
      ]}
    />
  )
}
