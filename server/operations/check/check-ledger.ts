import type { Installation } from '#server/operations/transfer.ts'
import { endSessions, requireGroups, unapproveAll } from '#server/operations/withdrawals/after-restore.ts'
import { lackedBy, readLedger, writeLacking } from '#server/operations/withdrawals/ledger.ts'
import { type Replayed, replayWithdrawals, unknownEntries } from '#server/operations/withdrawals/replay-withdrawals.ts'
import type { Passwords } from '#server/ports/accounts/passwords.ts'

export interface LedgerChecked {
  readonly isMissing: boolean
  readonly damagedLines: number
  /** Entries that the database does not know: it was restored from before them. */
  readonly unknown: number
  /** Entries of the database that the ledger lacks. */
  readonly lost: number
  readonly replayed: Replayed | undefined
  /** Groups that lost their approval, because withdrawals since then are unknown. */
  readonly unapproved: number
}

export interface LedgerCheck {
  readonly repair: boolean
  /** The database was restored just now by its own tools. */
  readonly restored: boolean
  readonly bringBack: ReadonlySet<string>
}

type Rows = Pick<Installation, 'database' | 'ledger'> & { readonly passwords: Passwords }

/** Compares the database with the ledger of withdrawals; with `repair` each gets what the other has (D49). */
export async function checkLedger(place: Rows, check: LedgerCheck): Promise<LedgerChecked> {
  await requireGroups(place.database, check.bringBack, 'database')
  const { ledgerId, content } = await readLedger(place)
  const unknown = await unknownEntries(place, content?.entries ?? [])
  const lost = await lackedBy(place, content)
  const found = {
    isMissing: content === undefined || content.entries.length === 0,
    damagedLines: content?.damagedLines ?? 0,
    unknown: unknown.length,
    lost: lost.length,
  }
  if (!check.repair) return { ...found, replayed: undefined, unapproved: 0 }
  await place.database.transaction((tx) => tx.serviceState.set('ledger', ledgerId))
  const replayed = await replayWithdrawals(place, { entries: unknown, bringBack: check.bringBack })
  const isReadable = !found.isMissing && found.damagedLines === 0
  const unapproved = check.restored && !isReadable ? await unapproveAll(place.database, check.bringBack) : 0
  if (check.restored) await endSessions(place.database)
  await writeLacking(place, lost)
  return { ...found, replayed, unapproved }
}
