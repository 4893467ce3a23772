import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyAccounts } from '#server/adapters/database/copy-rows.ts'
import { createPasswords } from '#server/adapters/passwords/argon2-passwords.ts'
import type { Config } from '#server/config/config.ts'
import type { Installation } from '#server/operations/transfer.ts'
import { endSessions, unapproveAll } from '#server/operations/withdrawals/after-restore.ts'
import { lackedBy, writeLacking } from '#server/operations/withdrawals/ledger.ts'
import { type Replayed, replayWithdrawals } from '#server/operations/withdrawals/replay-withdrawals.ts'
import type { Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'
import { knownWithdrawals, type WithdrawalSource } from './known-withdrawals.ts'
import type { Manifest } from './manifest.ts'

export interface ReappliedWithdrawals extends Replayed {
  readonly source: WithdrawalSource
  readonly unapproved: number
}

export interface Withdrawing {
  readonly config: Config
  readonly manifest: Manifest
  readonly from: string
  readonly bringBack: ReadonlySet<string>
  /** All that the backup has approved may have been withdrawn since (D89). */
  readonly unapprove: boolean
  /** The data folder that is being prepared, and what is in it. */
  readonly coming: string
  readonly restored: Installation
}

/**
 * Does to an installation that was prepared from a backup what has been withdrawn since (D49): consents, approvals, hidden
 * photos, deletions; the present accounts are kept. Sessions end, and the ledger continues.
 */
export async function reapplyWithdrawals(withdrawing: Withdrawing): Promise<ReappliedWithdrawals> {
  const { config, bringBack, unapprove, restored, coming } = withdrawing
  const { database } = restored
  await using known = await knownWithdrawals(config, withdrawing)
  const { current, entries, ledgerId, source } = known
  if (ledgerId !== undefined) await database.transaction((tx) => tx.serviceState.set('ledger', ledgerId))
  if (current) await takeAccounts(config.dataDir, current, { coming, restored })
  const deps = { database, passwords: createPasswords() }
  const replayed = await replayWithdrawals(deps, { entries, bringBack, accountsAreCurrent: current !== undefined })
  if (current) await takeLinks(entries, current, restored)
  const unapproved = unapprove ? await unapproveAll(database, bringBack) : 0
  await endSessions(database)
  await removePlannedFiles(restored)
  // The new data folder has a ledger of its own from the beginning, with all entries.
  await writeLacking(restored, await lackedBy(restored, undefined))
  return { ...replayed, source, unapproved }
}

/** Secrets of second factors are sealed with the session secret, so the present one is kept, too. */
async function takeAccounts(
  dataDir: string,
  present: Installation,
  { coming, restored }: { coming: string; restored: Installation },
) {
  await copyAccounts(present.engine, restored.engine)
  const secret = join(dataDir, 'session-secret')
  if (existsSync(secret)) await copyFile(secret, join(coming, 'session-secret'))
}

/** Owners keep the links that they have renewed since. */
async function takeLinks(entries: readonly Withdrawal[], present: Installation, { database }: Installation) {
  for (const { kind, groupId } of entries) {
    const group = kind === 'link_renewed' && groupId && (await present.database.groups.find(groupId))
    if (group) await database.transaction((tx) => tx.groups.setToken(group.groupId, group.managementToken))
  }
}

/** No other process works on the files: every process that planned a removal has ended. */
async function removePlannedFiles({ database, files }: Installation): Promise<void> {
  const planned = await database.fileRemovals.planned()
  for (const { kind, name } of planned) await files.remove(kind, name)
  await database.completeFileRemovals(planned)
}
