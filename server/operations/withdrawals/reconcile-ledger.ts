import type { Deps } from '#server/ports/deps.ts'
import { readLedger } from './read-ledger.ts'
import { replayWithdrawals } from './replay-withdrawals.ts'
import { writeLedger } from './write-ledger.ts'

type LedgerDeps = Pick<Deps, 'database' | 'ledger' | 'passwords' | 'log'>

/**
 * Brings database and ledger together at the start. A database that was restored by its own tools gets what was withdrawn
 * since; a ledger that is new, or was lost, gets what the database knows (D49).
 */
export async function reconcileLedger(deps: LedgerDeps): Promise<void> {
  const { database, log } = deps
  const { ledgerId, content } = await readLedger(deps)
  await database.transaction((tx) => tx.serviceState.set('ledger', ledgerId))
  const entries = content?.entries ?? []
  if (content && content.damagedLines > 0) {
    log.error(
      { lines: content.damagedLines },
      'the ledger of withdrawals is damaged: make a backup, which writes a new one',
    )
  }
  const { lockedAccounts, ...replayed } = await replayWithdrawals(deps, { entries })
  if (replayed.entries > 0) {
    log.warn(
      { entries: replayed.entries, deleted: replayed.deletedGroups, changed: replayed.changedGroups, lockedAccounts },
      'the database is older than the ledger of withdrawals: what was withdrawn since is withdrawn again',
    )
  }
  const written = new Set(entries.map(({ id }) => id))
  const lost = (await database.withdrawals.all()).filter(({ id }) => !written.has(id))
  if (lost.length > 0) await database.transaction((tx) => tx.withdrawals.markPending(lost.map(({ id }) => id)))
  await writeLedger(deps)
}
