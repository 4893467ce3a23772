import type { Withdrawal } from './withdrawals.ts'

export interface LedgerContent {
  /** Of the last entry. */
  readonly ledgerId: string
  /** In the order in which they were written, each once. */
  readonly entries: readonly Withdrawal[]
  /** Lines that are no entry: something is lost. Not the line that a crash cut off, which is written again. */
  readonly damagedLines: number
}

/** The withdrawals beside the database, so that a restored database can apply them: a file, or objects of a bucket (D49). */
export interface WithdrawalLedger extends AsyncDisposable {
  /** Adds entries durably. */
  append(ledgerId: string, entries: readonly Withdrawal[]): Promise<void>
  /** The entries of one installation, of any without an id; undefined when there is no ledger. */
  read(ledgerId?: string): Promise<LedgerContent | undefined>
  /** Merges what was written in many small parts before a time. Returns how many parts were merged. */
  compact(before: Date): Promise<number>
}
