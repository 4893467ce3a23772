import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmDialog } from '#web/features/admin/shared/confirm-dialog.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Into the database, and back to JSON. */
export const MigrationActions = ({ status }: { status: Answer<'GET /api/system/migration/status'> }) => {
  const { t } = useTexts()
  const [asking, setAsking] = useState<'migrate' | 'rollback'>()
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
  const label = t(asking === 'migrate' ? 'storageMigration.migrate' : 'storageMigration.rollback')
  return (
    <section className={`${section.section} ${section.paper}`} aria-labelledby="move-title">
      <h2 id="move-title">{t('storageMigration.move')}</h2>
      <p className={section.soft}>{t('storageMigration.moveText')}</p>
      <div className={section.actions}>
        <Button
          h={44}
          disabled={status.migrationComplete}
          loading={migrate.isPending}
          onClick={() => setAsking('migrate')}
        >
          {t('storageMigration.migrate')}
        </Button>
        <Button
          h={44}
          variant="default"
          disabled={!status.databaseActive}
          loading={rollback.isPending}
          onClick={() => setAsking('rollback')}
        >
          {t('storageMigration.rollback')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        title={label}
        confirm={label}
        onClose={() => setAsking(undefined)}
        onConfirm={() => (asking === 'migrate' ? migrate : rollback).mutate()}
      >
        <p>{t(asking === 'migrate' ? 'storageMigration.migrateSure' : 'storageMigration.rollbackSure')}</p>
      </ConfirmDialog>
    </section>
  )
}
