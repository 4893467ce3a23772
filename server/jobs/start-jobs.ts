import { randomUUID } from 'node:crypto'
import { coalesce } from '#server/concurrency/coalesce.ts'
import type { Deps } from '#server/deps.ts'
import { readMissingFacts } from '#server/features/storage-migration/read-missing-facts.ts'
import { removeDrafts } from '#server/features/storage-migration/remove-drafts.ts'
import { notify } from '#server/groups/notify.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import { fillGapsOnce } from './fill-gaps-once.ts'
import { finishCleanup } from './finish-cleanup.ts'
import { makeMissingPreviews } from './make-missing-previews.ts'
import { purgeCounters } from './purge-counters.ts'
import { purgeMigrationBackups } from './purge-migration-backups.ts'
import { createDueJobs } from './run-due-jobs.ts'
import { startSchedule } from './start-schedule.ts'
import { sweepFiles } from './sweep-files.ts'

const removeFilesEveryMs = 60_000
const pollGapsMs = 60_000
const deliverEveryMs = 5_000
const finishCleanupEveryMs = 10_000
const purgeCountersEveryMs = 60 * 60_000
const purgeBackupsEveryMs = 6 * 60 * 60_000
const keepReserveEveryMs = 60_000
const keepLedgerEveryMs = 10_000

export interface Jobs extends AsyncDisposable {
  /** Looks for images that lack facts or a preview, as they are after a migration. */
  fillGaps(): void
}

/** Runs the work in the background until it is disposed, which waits for running jobs. */
export function startJobs(deps: Deps, keepLedger: () => Promise<void>): Jobs {
  const stop = new AbortController()
  const running = new Set<Promise<unknown>>()
  const run = (name: string, job: () => Promise<unknown>) => {
    const task = job().catch((err) => {
      if (stop.signal.aborted) return
      deps.metrics.jobFailed(name)
      deps.log.error({ err, job: name }, 'a job failed')
    })
    running.add(task)
    void task.finally(() => running.delete(task))
  }

  /** This process, among its replicas. */
  const owner = randomUUID()
  const runDueJobs = coalesce(createDueJobs(deps, { owner }))
  const delivered = new Set<number>()
  const deliver = coalesce(() => deliverNotifications(deps, { owner, signal: stop.signal, delivered }))
  const wakeDelivery = () => stop.signal.aborted || run('deliver notifications', deliver)

  const finish = coalesce(() => finishCleanup(deps, { owner, signal: stop.signal }))
  const fillGaps = async () => {
    await readMissingFacts(deps, stop.signal)
    await makeMissingPreviews(deps, stop.signal)
  }
  const fill = coalesce(() => fillGapsOnce(deps, { owner, signal: stop.signal, pollMs: pollGapsMs }, fillGaps))

  /** A full disk may have cost previews. */
  const keepReserve = async () => {
    if (await deps.database.keepReserve()) await fill()
  }

  run('purge counters', () => purgeCounters(deps))
  run('keep reserve', () => deps.database.keepReserve())
  run('remove drafts', () => removeDrafts(deps))
  run('purge migration backups', () => purgeMigrationBackups(deps))
  run('warm up', () => deps.previewer.warmUp())
  run('start', async () => {
    await sweepFiles(deps, { owner })
    await fill()
  })
  run('start schedule', async () => {
    if (deps.database.exclusive) await deps.database.transaction((tx) => tx.jobs.releaseAllLeases())
    if (deps.config.messenger?.testOnStart) {
      await deps.database.transaction((tx) => notify(deps, tx, { kind: 'test', groupId: null, payload: {} }))
    }
    await runDueJobs()
    await deliver()
  })
  deps.database.onNotification(wakeDelivery)
  const schedule = startSchedule(deps, () => run('daily jobs', runDueJobs))
  const timers = [
    setInterval(() => run('remove files', () => sweepFiles(deps, { owner })), removeFilesEveryMs),
    setInterval(wakeDelivery, deliverEveryMs),
    setInterval(() => run('finish cleanup', finish), finishCleanupEveryMs),
    setInterval(() => run('keep reserve', keepReserve), keepReserveEveryMs),
    setInterval(() => run('keep the ledger of withdrawals', keepLedger), keepLedgerEveryMs),
    setInterval(() => run('purge counters', () => purgeCounters(deps)), purgeCountersEveryMs),
    setInterval(() => run('purge migration backups', () => purgeMigrationBackups(deps)), purgeBackupsEveryMs),
  ]

  return {
    fillGaps: () => stop.signal.aborted || run('fill gaps', fill),
    async [Symbol.asyncDispose]() {
      stop.abort()
      schedule[Symbol.dispose]()
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
