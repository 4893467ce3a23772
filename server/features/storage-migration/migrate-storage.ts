import type { Reply } from '#contract/operation/operation.ts'
import type * as contract from '#contract/storage-migration.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { IncomingGroup } from '#server/ports/group-transfer.ts'
import { addExhibitions, exhibitionOf } from './archived-exhibitions.ts'
import { type CheckedArchive, checkArchive } from './check-archive.ts'
import { brokenEntry, completeGroup, inactivePlatform } from './complete-group.ts'
import { lockState, type MigrationState, writeState } from './migration-state.ts'
import { withdrawAgain, withdrawnSince } from './withdraw-again.ts'

export type MigrationResult = Readonly<Omit<Reply<typeof contract.migrateStorage>, 'success' | 'message'>>

export type MigrationDeps = Pick<
  Deps,
  'archive' | 'clock' | 'config' | 'createHeadReader' | 'database' | 'files' | 'log'
>

const nothingMigrated: MigrationResult = { groupsMigrated: 0, imagesMigrated: 0, warnings: [], warningCount: 0 }

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
  const message = 'The migration failed; groups.json and the database are as before'
  return new AppError('MIGRATION_FAILED', message, { cause: error })
}

const progressEveryMs = 2_000

/**
 * Adds the rows of a file that was checked. It is read a second time inside the transaction, because twenty thousand
 * groups do not stay in memory meanwhile. AppError MIGRATION_FAILED when a group of the database has what must be unique, or
 * when the file was changed since.
 */
async function importGroups(
  deps: Pick<Deps, 'archive' | 'config' | 'log'>,
  tx: Transaction,
  checked: CheckedArchive,
): Promise<void> {
  for (const name of checked.unknownPlatforms) await tx.platforms.add(inactivePlatform(name))
  const platforms = await tx.platforms.all()
  const exhibitions = await addExhibitions(tx, checked.exhibitions, platforms)
  const mayClash = await tx.groups.any()
  const withdrawn = await withdrawnSince(tx, checked)
  const factsKnown = checked.rollbackId !== null
  let groups = 0
  let images = 0
  let loggedAt = performance.now()

  const { digest } = await deps.archive.read(async (batch) => {
    const incoming = batch.map((archived) => {
      const files = checked.files.slice(images, images + archived.images.length)
      images += archived.images.length
      const surroundings = { platforms, files, factsKnown, keepLocation: deps.config.keepLocation }
      const incoming = completeGroup(archived, surroundings)
      const isApproved = incoming.group.isApproved && !withdrawn.allApprovals
      const { id: exhibitionId } = exhibitionOf(archived, exhibitions)
      return { ...incoming, group: { ...incoming.group, exhibitionId, isApproved } }
    })
    if (mayClash) await refuseClash(tx, incoming)
    await tx.transfer.insert(incoming)
    groups += batch.length
    if (performance.now() - loggedAt < progressEveryMs) return
    loggedAt = performance.now()
    deps.log.info({ groups, of: checked.groups }, 'migrating groups.json to the database')
  })
  if (digest !== checked.digest) throw new AppError('MIGRATION_FAILED', 'groups.json was changed during its migration')
  await withdrawAgain(tx, withdrawn.groups, factsKnown)
}

async function refuseClash(tx: Transaction, incoming: readonly IncomingGroup[]): Promise<void> {
  const clash = await tx.transfer.findClash(incoming)
  if (clash === undefined) return
  const { groupId, field } = clash
  throw brokenEntry({ label: `group ${groupId}` }, `${field} is that of a group or image in the database`)
}
