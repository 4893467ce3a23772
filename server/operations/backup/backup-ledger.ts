import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ledgerFile, openDiskWithdrawalLedger } from '#server/adapters/files/ledger/disk-withdrawal-ledger.ts'
import type { Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'

interface LedgerRows {
  readonly ledgerId: string | undefined
  readonly withdrawals: readonly Withdrawal[]
}

/**
 * Keeps the ledger of withdrawals beside the backups, so that any of them can be restored where the data folder is lost
 * (D49). Entries that only the copy has stay in it.
 */
export async function copyLedger(to: string, { ledgerId, withdrawals }: LedgerRows): Promise<void> {
  if (ledgerId === undefined) return
  const [path, coming] = [join(to, ledgerFile), join(to, `.${ledgerFile}`)]
  const before = (await openDiskWithdrawalLedger(path).read(ledgerId))?.entries ?? []
  const entries = new Map([...withdrawals, ...before].map((entry) => [entry.id, entry]))
  await rm(coming, { force: true })
  await openDiskWithdrawalLedger(coming).append(ledgerId, [...entries.values()])
  await rename(coming, path)
  await using folder = await open(to, 'r')
  await folder.sync()
}
