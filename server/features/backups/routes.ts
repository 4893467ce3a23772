import * as contract from '#contract/backups.ts'
import type { Reply } from '#contract/operation/operation.ts'
import { AppError, messageOf } from '#server/domain/errors.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'

export function backupRoutes(route: Route): void {
  route(contract.listBackups, ({ deps }) => listBackups(deps))

  route(contract.createBackup, async ({ deps }) => {
    await createBackup(deps)
    return { message: 'The backup begins within seconds' }
  })
}

type ListDeps = Pick<Deps, 'backups' | 'config' | 'settings' | 'database' | 'clock'>
type Listed = Reply<typeof contract.listBackups>

async function listBackups({ backups, config, settings, database, clock }: ListDeps): Promise<Listed> {
  const failure = await database.serviceState.get('backup_failure')
  const lastFailure = failure === undefined ? null : JSON.parse(failure)
  // The folder is on a disk of its own, which may be what is broken.
  const made = await backups.list().then(
    (all) => ({ backups: all, lastFailure }),
    (error) => ({ backups: [], lastFailure: { at: clock.now().toISOString(), reason: messageOf(error) } }),
  )
  return {
    ...made,
    schedule: settings.current.backupSchedule,
    running: (await database.serviceState.get('backup_requested')) !== undefined,
    isSameDisk: config.backupDir === undefined,
  }
}

/** Leaves it to the job. AppError BACKUP_RUNNING. */
async function createBackup({ database }: Pick<Deps, 'database'>): Promise<void> {
  await database.transaction(async (tx) => {
    const wish = await tx.serviceState.lock('backup_requested')
    if (wish !== undefined) throw new AppError('BACKUP_RUNNING', 'A backup is being made')
    await tx.serviceState.set('backup_requested', 'asked for')
  })
}
