import { setTimeout as sleep } from 'node:timers/promises'
import { coalesce } from '#server/concurrency/coalesce.ts'
import type { Deps } from '#server/ports/deps.ts'
import { reconcileLedger } from './reconcile-ledger.ts'
import { writeLedger } from './write-ledger.ts'

/** A bucket that does not answer must not keep a withdrawal waiting, which has taken effect. */
const timeoutMs = 2_000

/**
 * Follows the ledger, and then writes each withdrawal to it before the request that made it is answered. Returns what to
 * call from time to time: it does what could not be done before.
 */
export async function keepLedger(
  deps: Pick<Deps, 'database' | 'ledger' | 'passwords' | 'log'>,
): Promise<() => Promise<void>> {
  let isReconciled = false
  const keep = coalesce(async () => {
    try {
      if (isReconciled) return await writeLedger(deps)
      await reconcileLedger(deps)
      isReconciled = true
    } catch (err) {
      deps.log.warn({ err }, 'the ledger of withdrawals cannot be reached: what it lacks is written later')
    }
  })
  await keep()
  deps.database.onWithdrawal(async () => {
    const timeout = new AbortController()
    await Promise.race([keep(), sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined)])
    timeout.abort()
  })
  return keep
}
