import type { Deps } from '#server/ports/deps.ts'

const batch = 500

/**
 * Writes to the ledger what it lacks. A crash in between writes an entry twice, which counts once. Several processes may do
 * so at once.
 */
export async function writeLedger({ database, ledger }: Pick<Deps, 'database' | 'ledger'>): Promise<void> {
  const ledgerId = (await database.serviceState.get('ledger')) ?? ''
  for (;;) {
    const entries = await database.withdrawals.pending(batch)
    if (entries.length === 0) return
    await ledger.append(ledgerId, entries)
    await database.transaction((tx) => tx.withdrawals.markWritten(entries.map(({ id }) => id)))
  }
}
