import { randomUUID } from 'node:crypto'
import { AppError } from '#server/domain/errors.ts'
import type { Transaction } from '#server/ports/deps.ts'
import type { WholeGroup } from '#server/ports/group-transfer.ts'
import type { MigrationDeps } from './migrate-storage.ts'
import { lockState, writeState } from './migration-state.ts'

const page = 200
const progressEveryMs = 2_000

/**
 * Writes all groups to `groups.json` and empties their tables (D37); files, admins, sessions and logs stay. The file is
 * on disk under its name before the transaction ends, and until then it does not count: a crash in between leaves the
 * groups in the database. `moving` is the database of that transaction. AppError ROLLBACK_FAILED when there is a `groups.json`.
 */
export async function rollbackStorage(deps: MigrationDeps, moving = deps.database): Promise<number> {
  const rollback = await deps.database.transaction(async (tx) => {
    const state = await lockState(tx.serviceState)
    // What `withdrawnSince` counts from.
    const last = (await tx.withdrawals.all()).at(-1)
    const rollback = [randomUUID(), last?.id].join('_')
    await writeState(tx.serviceState, { ...state, rollback })
    return rollback
  })
  const groups = await moving.transaction((tx) => moveOut(deps, tx, rollback))
  deps.log.info({ groups }, 'moved the groups to groups.json')
  return groups
}

async function moveOut(deps: MigrationDeps, tx: Transaction, rollback: string): Promise<number> {
  const state = await lockState(tx.serviceState)
  if (state.rollback !== rollback) throw new AppError('ROLLBACK_FAILED', 'Another rollback came in between')
  if (deps.archive.exists()) throw new AppError('ROLLBACK_FAILED', 'A groups.json waits to be migrated')
  await tx.transfer.lockAll()
  // They stay in their table, like the platforms; another installation finds them in the file.
  const exhibitions = (await tx.exhibitions.all()).toReversed()
  const content = { exhibitions, platforms: await tx.platforms.all(), groups: allGroups(deps, tx) }
  const draft = await deps.archive.write(rollback, content)
  try {
    const removed = await tx.transfer.removeAll()
    if (removed !== draft.groups) throw new Error(`${draft.groups} groups were written, but ${removed} were there`)
    // No file is there, so none waits to be archived.
    await writeState(tx.serviceState, { ...state, migrated: null, last: null, rollback: null })
    await draft.publish()
  } catch (error) {
    await draft.discard()
    throw error
  }
  return draft.groups
}

async function* allGroups({ log }: MigrationDeps, tx: Transaction): AsyncGenerator<WholeGroup[]> {
  let written = 0
  let loggedAt = performance.now()
  let last: WholeGroup | undefined
  for (;;) {
    const groups = await tx.transfer.after(last?.group, page)
    if (groups.length === 0) return
    yield groups
    last = groups.at(-1)
    written += groups.length
    if (performance.now() - loggedAt < progressEveryMs) continue
    loggedAt = performance.now()
    log.info({ groups: written }, 'writing groups.json')
  }
}

/** Removes what a crash has left of a rollback: it holds management tokens. One that is under way holds the lock. */
export const removeDrafts = ({ archive, database }: Pick<MigrationDeps, 'archive' | 'database'>): Promise<void> =>
  database.transaction(async (tx) => {
    await lockState(tx.serviceState)
    await archive.removeDrafts()
  })
