import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ledgerFile, openDiskWithdrawalLedger } from '#server/adapters/files/ledger/disk-withdrawal-ledger.ts'
import { singleFlight } from '#server/concurrency/single-flight.ts'
import { within } from '#server/concurrency/within.ts'
import { messageOf } from '#server/domain/errors.ts'
import { notify } from '#server/groups/notify.ts'
import type { LedgerCopy } from '#server/operations/withdrawals/ledger.ts'
import type { Deps } from '#server/ports/deps.ts'
import { copyLedger } from './known-withdrawals.ts'
import { folderOf } from './service-backups.ts'

/** What a request waits at most for the copy, once: a disk that hangs is not waited for again. */
const appendMs = 500
const completeMs = 5_000

type CopyDeps = Pick<Deps, 'config' | 'settings' | 'database' | 'clock' | 'log'>

/**
 * The copy of the ledger beside the service's backups (D49), which follows each withdrawal: with the data folder lost, a restore
 * still knows it. undefined without BACKUP_DIR, which is on the same disk.
 */
export function openLedgerCopy(deps: CopyDeps): LedgerCopy | undefined {
  const { config, settings, database, log } = deps
  if (config.backupDir === undefined) return undefined
  /** How often an entry was not added; 0 when the copy is complete. */
  let missed = 1
  let failures = 0
  let folder = ''

  const complete = singleFlight(async () => {
    for (let before = 0; missed !== before; ) {
      before = missed
      folder = folderOf(config, settings.current.backupFolder)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const ledgerId = await database.serviceState.get('ledger')
      await copyLedger(folder, { ledgerId, withdrawals: await database.withdrawals.all() })
    }
    missed = 0
  })

  async function report(error: unknown): Promise<void> {
    failures += 1
    // The next attempt often succeeds.
    if (failures !== 2) return
    log.error({ err: error }, 'withdrawals cannot be copied beside the backups: a lost disk would take them with it')
    const payload = { reason: messageOf(error).replaceAll(folder, '…') }
    await database.transaction((tx) => notify(deps, tx, { kind: 'ledger_copy_failed', groupId: null, payload }))
  }

  return {
    async append(ledgerId, entries) {
      const isElsewhere = folder !== folderOf(config, settings.current.backupFolder)
      if (missed > 0 || isElsewhere) {
        missed += 1
        return
      }
      const copy = openDiskWithdrawalLedger(join(folder, ledgerFile))
      if (!(await isDoneWithin(appendMs, copy.append(ledgerId, entries)).catch(() => false))) missed += 1
    },
    async complete() {
      if (missed === 0) return
      try {
        if (!(await isDoneWithin(completeMs, complete()))) throw new Error('The disk of the backups does not answer')
        if (failures > 1) log.info('the copy of the ledger beside the backups is complete again')
        failures = 0
      } catch (error) {
        await report(error)
      }
    },
  }
}

/** Rejects as `work` does. */
const isDoneWithin = async (ms: number, work: Promise<unknown>): Promise<boolean> =>
  (await within(
    ms,
    work.then(() => true),
  )) ?? false
