import { coalesce } from '#server/concurrency/coalesce.ts'
import { within } from '#server/concurrency/within.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { LedgerContent, Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'
import { replayWithdrawals } from './replay-withdrawals.ts'

interface OwnLedger {
  readonly ledgerId: string
  /** undefined when there is none. */
  readonly content: LedgerContent | undefined
}

/**
 * Reads the ledger of this database. One that has never written to a ledger, as after an update of a database from before
 * there was one, takes over the ledger that is there: the database may be an old one that was restored.
 */
export async function readLedger({ database, ledger }: Pick<Deps, 'database' | 'ledger'>): Promise<OwnLedger> {
  const ledgerId = (await database.serviceState.get('ledger')) ?? ''
  const content = await ledger.read(ledgerId)
  if (content === undefined || content.entries.length > 0) return { ledgerId, content }
  const { withdrawals } = database
  const hasWritten = (await withdrawals.all()).length > (await withdrawals.pendingCount())
  const found = hasWritten ? undefined : (await ledger.read())?.ledgerId
  return found ? { ledgerId: found, content: await ledger.read(found) } : { ledgerId, content }
}

/** The ledger once more, on another disk. What fails is tried again by `complete`, and reported. */
export interface LedgerCopy {
  append(ledgerId: string, entries: readonly Withdrawal[]): Promise<void>
  /** Adds what it lacks. */
  complete(): Promise<void>
}

const batch = 500

/**
 * Writes to the ledger what it lacks. A crash in between writes an entry twice, which counts once. Several processes may do
 * so at once.
 */
export async function writeLedger(
  { database, ledger }: Pick<Deps, 'database' | 'ledger'>,
  copy?: LedgerCopy,
): Promise<void> {
  const ledgerId = (await database.serviceState.get('ledger')) ?? ''
  for (;;) {
    const entries = await database.withdrawals.pending(batch)
    if (entries.length === 0) return
    await ledger.append(ledgerId, entries)
    await copy?.append(ledgerId, entries)
    await database.transaction((tx) => tx.withdrawals.markWritten(entries.map(({ id }) => id)))
  }
}

/** Entries of the database that a ledger lacks, by id. */
export async function lackedBy(
  { database }: Pick<Deps, 'database'>,
  content: LedgerContent | undefined,
): Promise<string[]> {
  const written = new Set(content?.entries.map(({ id }) => id))
  return (await database.withdrawals.all()).map(({ id }) => id).filter((id) => !written.has(id))
}

/** Writes entries to the ledger once more, and what else it lacks. */
export async function writeLacking(deps: Pick<Deps, 'database' | 'ledger'>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deps.database.transaction((tx) => tx.withdrawals.markPending(ids))
  await writeLedger(deps)
}

type LedgerDeps = Pick<Deps, 'database' | 'ledger' | 'passwords' | 'log'>

/**
 * Brings database and ledger together at the start. A database that was restored by its own tools gets what was withdrawn
 * since; a ledger that is new, or was lost, gets what the database knows (D49).
 */
async function reconcileLedger(deps: LedgerDeps): Promise<void> {
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
  await writeLacking(deps, await lackedBy(deps, content))
}

/** A bucket that does not answer must not keep a withdrawal waiting, which has taken effect. */
export const ledgerTimeoutMs = 2_000

/**
 * Follows the ledger, and then writes each withdrawal to it before the request that made it is answered. Returns what to
 * call from time to time: it does what could not be done before.
 */
export async function keepLedger(deps: LedgerDeps, copy?: LedgerCopy): Promise<() => Promise<void>> {
  let isReconciled = false
  const keep = coalesce(async () => {
    try {
      if (isReconciled) return await writeLedger(deps, copy)
      await reconcileLedger(deps)
      isReconciled = true
    } catch (err) {
      deps.log.warn({ err }, 'the ledger of withdrawals cannot be reached: what it lacks is written later')
    }
  })
  await keep()
  deps.database.onWithdrawal(() => within(ledgerTimeoutMs, keep()))
  return async () => {
    await keep()
    await copy?.complete()
  }
}
