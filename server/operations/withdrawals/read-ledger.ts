import type { Deps } from '#server/ports/deps.ts'
import type { LedgerContent } from '#server/ports/withdrawals/withdrawal-ledger.ts'

export interface OwnLedger {
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
