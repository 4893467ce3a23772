import { existsSync, realpathSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { ledgerFile, openDiskWithdrawalLedger } from '#server/adapters/files/ledger/disk-withdrawal-ledger.ts'
import { flush } from '#server/adapters/files/local-file.ts'
import { consolidateDatabase } from '#server/adapters/open/open-engine.ts'
import type { Config } from '#server/config/config.ts'
import { openPlace } from '#server/operations/open-place.ts'
import type { Installation } from '#server/operations/transfer.ts'
import type { LedgerContent, Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'
import type { Manifest } from './manifest.ts'
import type { Content } from './take-content.ts'

/** From where it is known what was withdrawn since a backup; a copy ends with the last one. */
export type WithdrawalSource = 'database' | 'ledger' | 'copy' | 'nowhere'

/** What is known of withdrawals since a backup. */
interface KnownWithdrawals extends AsyncDisposable {
  readonly entries: readonly Withdrawal[]
  readonly ledgerId: string | undefined
  readonly source: WithdrawalSource
  /** The installation that the backup replaces, if it knows all entries: its accounts are current. */
  readonly current: Installation | undefined
}

/**
 * Reads the withdrawals from the present database, from the ledger in the data folder and from its copy beside the backups,
 * all that can be read, of the installation that made the backup.
 */
export async function knownWithdrawals(
  { dataDir, ...config }: Config,
  { from, manifest: { ledgerId: made } }: { from: string; manifest: Pick<Manifest, 'ledgerId'> },
): Promise<KnownWithdrawals> {
  const present = await presentPlace({ ...config, dataDir }, made)
  const ledgerId = made ?? (await present?.database.serviceState.get('ledger'))
  const ledger = await readable(join(dataDir, ledgerFile), ledgerId)
  const copy = await readable(join(dirname(realpathSync(from)), ledgerFile), ledgerId)
  const ofPresent = (await present?.database.withdrawals.all()) ?? []
  const all = [...ofPresent, ...(ledger?.entries ?? []), ...(copy?.entries ?? [])]
  const entries = [...new Map(all.map((entry) => [entry.id, entry])).values()]
  const current = entries.length === ofPresent.length ? present : undefined
  return {
    entries,
    ledgerId: ledgerId ?? ledger?.ledgerId ?? copy?.ledgerId,
    source: current ? 'database' : ledger ? 'ledger' : copy ? 'copy' : 'nowhere',
    current,
    [Symbol.asyncDispose]: async () => present?.[Symbol.asyncDispose](),
  }
}

async function presentPlace(config: Config, made: string | undefined) {
  const path = join(config.dataDir, 'werkschau.db')
  if (!existsSync(path)) return undefined
  await using opened = new AsyncDisposableStack()
  try {
    if ((await consolidateDatabase(path)).length > 0) return undefined
    const place = opened.use(await openPlace(config))
    const ledgerId = await place.database.serviceState.get('ledger')
    if (made !== undefined && ledgerId !== made) return undefined
    opened.move()
    return place
  } catch {
    // Damaged, perhaps: that is what backups are for.
    return undefined
  }
}

/** undefined for one that is damaged, or of another installation: what is missing from it is unknown. */
async function readable(path: string, ledgerId: string | undefined): Promise<LedgerContent | undefined> {
  const content = await openDiskWithdrawalLedger(path).read(ledgerId)
  return content && content.damagedLines === 0 && content.entries.length > 0 ? content : undefined
}

/**
 * Keeps the ledger of withdrawals beside the backups, so that any of them can be restored where the data folder is lost
 * (D49). Entries that only the copy has stay in it. Another process may add some meanwhile.
 */
export async function copyLedger(
  to: string,
  { ledgerId, withdrawals }: Pick<Content, 'ledgerId' | 'withdrawals'>,
): Promise<void> {
  if (ledgerId === undefined) return
  const [path, coming] = [join(to, ledgerFile), join(to, `.partial-${ledgerFile}-${process.pid}@${hostname()}`)]
  const copy = openDiskWithdrawalLedger(path)
  const before = await copy.read(ledgerId)
  const has = new Set(before?.entries.map(({ id }) => id))
  const lacking = withdrawals.filter(({ id }) => !has.has(id))
  if (before?.damagedLines === 0) return lacking.length > 0 ? copy.append(ledgerId, lacking) : undefined
  await rm(coming, { force: true })
  await openDiskWithdrawalLedger(coming).append(ledgerId, [...lacking, ...(before?.entries ?? [])])
  await rename(coming, path)
  await flush(to)
}
