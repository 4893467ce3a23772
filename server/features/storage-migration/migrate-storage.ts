import { AppError } from '#server/domain/errors.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type CheckedArchive, checkArchive } from './check-archive.ts'
import { importGroups } from './import-groups.ts'
import { lockState, type MigrationState, writeState } from './migration-state.ts'

export interface MigrationResult {
  readonly groupsMigrated: number
  readonly imagesMigrated: number
  readonly warnings: readonly string[]
  readonly warningCount: number
}

export type MigrationDeps = Pick<
  Deps,
  'archive' | 'clock' | 'config' | 'createHeadReader' | 'database' | 'files' | 'log'
>

export const nothingMigrated: MigrationResult = { groupsMigrated: 0, imagesMigrated: 0, warnings: [], warningCount: 0 }

/**
 * Brings the groups of `groups.json` into the database, all or none, and archives the file (D36). Without a file there
 * is nothing to do. `moving` is the database of the transaction that brings the groups. AppError MIGRATION_FAILED; then file and database are as before.
 */
export async function migrateStorage(deps: MigrationDeps, moving = deps.database): Promise<MigrationResult> {
  const { archive, log } = deps
  if (!archive.exists()) return nothingMigrated
  log.info('checking groups.json')
  const checked = await checkArchive(deps)
  const outcome = await moving.transaction((tx) => settle(deps, tx, checked))
  // A crash up to here repeats the next step alone: the file's digest is on record.
  if (outcome !== 'gone') await archiveFile(deps, checked.digest)
  if (outcome !== 'migrated') return nothingMigrated
  const { groups, images, warnings, warningCount } = checked
  for (const warning of warnings) log.warn(warning)
  log.info({ groups, images, warnings: warningCount }, 'migrated groups.json to the database')
  return { groupsMigrated: groups, imagesMigrated: images, warnings, warningCount }
}

/** Under the lock: another replica may have been here, or a crash. */
async function settle(
  deps: MigrationDeps,
  tx: Transaction,
  checked: CheckedArchive,
): Promise<'migrated' | 'known' | 'gone'> {
  const state = await lockState(tx.serviceState)
  if (!deps.archive.exists()) return 'gone'
  if (state.migrated === checked.digest) return 'known'
  if (state.last === checked.digest) {
    deps.log.warn('groups.json is the file that was migrated last: nothing of it is migrated again')
    await writeState(tx.serviceState, { ...state, migrated: checked.digest })
    return 'known'
  }
  if (state.rollback !== null && state.rollback === checked.rollbackId) return undoRollback(deps, tx, state)
  await importGroups(deps, tx, checked)
  await writeState(tx.serviceState, {
    lastMigration: deps.clock.now().toISOString(),
    migrated: checked.digest,
    last: checked.digest,
    rollback: null,
  })
  return 'migrated'
}

/** The file was written by a rollback that ended before its transaction did: the groups are still in the database. */
async function undoRollback({ archive, log }: MigrationDeps, tx: Transaction, state: MigrationState): Promise<'gone'> {
  await archive.remove()
  await writeState(tx.serviceState, { ...state, rollback: null })
  log.warn('removed the groups.json of an unfinished rollback')
  return 'gone'
}

/** Renames the file, unless another replica has done so and another file is there now. */
async function archiveFile({ archive, clock, log, database }: MigrationDeps, digest: string): Promise<void> {
  await database.transaction(async (tx) => {
    const state = await lockState(tx.serviceState)
    if (state.migrated !== digest) return
    if (archive.exists()) log.info({ backup: await archive.archiveFile(clock.now()) }, 'archived groups.json')
    await writeState(tx.serviceState, { ...state, migrated: null })
  })
}

/** The error that a caller gets for any failure on the way. */
export function migrationFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('MIGRATION_FAILED', 'The migration failed; groups.json and the database are as before', {
    cause: error,
  })
}
