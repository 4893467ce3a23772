import { randomUUID } from 'node:crypto'
import { coalesce } from '#server/concurrency/coalesce.ts'
import { channels } from '#server/domain/notifications/channels.ts'
import { reportSilentScreens } from '#server/features/screens/report-silent-screens.ts'
import { readMissingFacts } from '#server/features/storage-migration/read-missing-facts.ts'
import { removeDrafts } from '#server/features/storage-migration/rollback-storage.ts'
import { notify } from '#server/groups/notify.ts'
import { endSubmissions } from '#server/groups/submission-files.ts'
import type { Deps } from '#server/ports/deps.ts'
import { createPhotoWatch, type Sent } from './chat/deliver-to-chat.ts'
import { createChatJob } from './chat/follow-chat.ts'
import { finishCleanup } from './daily-jobs.ts'
import { deliverNotifications } from './deliver-notifications.ts'
import { createEndJob } from './end-exhibitions.ts'
import { fillGapsOnce, fillImageAnalysis, fillSearch } from './fill-gaps.ts'
import { createBackupJob, reportMissingBackups } from './make-backups.ts'
import { makeMissingPreviews } from './make-missing-previews.ts'
import { purgeCounters, purgeMigrationBackups } from './purge.ts'
import { sweepFiles } from './remove-files.ts'
import { createDueJobs, startSchedule } from './run-due-jobs.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

export interface Jobs extends AsyncDisposable {
  /** Looks for images that lack facts or a preview, as after a migration. */
  fillGaps(): void
}

/** Runs the work in the background until it is disposed, which waits for running jobs. */
export function startJobs(deps: Deps, keepLedger: () => Promise<void>): Jobs {
  const runner = createRunner(deps)
  const tasks = createTasks(deps, runner.signal)
  runAtStart(deps, runner.run, tasks)
  const { run } = runner
  run('keep the ledger of withdrawals', keepLedger)
  const wakeDelivery = () => {
    if (runner.signal.aborted) return
    for (const deliver of tasks.deliver) run('deliver notifications', deliver)
  }
  deps.database.onNotification(wakeDelivery)
  const schedule = startSchedule(deps, () => run('daily jobs', tasks.runDueJobs))
  const every = (ms: number, ...job: Parameters<Run>) => setInterval(() => run(...job), ms)
  const timers = [
    every(minute, 'remove files', tasks.sweep),
    setInterval(wakeDelivery, 5 * second),
    every(2 * second, 'follow the chat', tasks.followChat),
    every(5 * second, 'watch photos in the chat', tasks.watchChatPhotos),
    every(10 * second, 'finish cleanup', tasks.finishCleanup),
    every(minute, 'keep reserve', tasks.keepReserve),
    every(10 * second, 'keep the ledger of withdrawals', keepLedger),
    every(hour, 'purge counters', () => purgeCounters(deps)),
    every(10 * minute, 'end submissions', tasks.endSubmissions),
    every(minute, 'report silent screens', () => reportSilentScreens(deps)),
    every(second, 'end exhibitions', tasks.endExhibitions),
    every(2 * second, 'make backups', tasks.makeBackups),
    every(10 * minute, 'report missing backups', () => reportMissingBackups(deps)),
    every(6 * hour, 'purge migration backups', () => purgeMigrationBackups(deps)),
  ]

  return {
    fillGaps: () => runner.signal.aborted || run('fill gaps', tasks.fill),
    async [Symbol.asyncDispose]() {
      runner.stop()
      schedule[Symbol.dispose]()
      for (const timer of timers) clearInterval(timer)
      await runner.finished()
    },
  }
}

type Run = (name: string, job: () => Promise<unknown>) => void

/** Runs jobs, reports those that fail and knows which ones are running. */
function createRunner({ metrics, log }: Pick<Deps, 'metrics' | 'log'>) {
  const stop = new AbortController()
  const running = new Set<Promise<unknown>>()
  const run: Run = (name, job) => {
    const task = job().catch((err) => {
      if (stop.signal.aborted) return
      metrics.jobFailed(name)
      log.error({ err, job: name }, 'a job failed')
    })
    running.add(task)
    void task.finally(() => running.delete(task))
  }
  return { run, signal: stop.signal, stop: () => stop.abort(), finished: () => Promise.all(running) }
}

/** What runs more than once, as this process among its replicas. */
function createTasks(deps: Deps, signal: AbortSignal) {
  const owner = randomUUID()
  const delivered = new Map<number, Sent>()
  const sweep = () => sweepFiles(deps, { owner })
  const fillGaps = async () => {
    // First what crashes have left of previews.
    await sweep()
    await readMissingFacts(deps, signal)
    await makeMissingPreviews(deps, signal)
    await fillImageAnalysis(deps, signal)
  }
  const fill = coalesce(() => fillGapsOnce(deps, { owner, signal, pollMs: minute }, fillGaps))
  return {
    runDueJobs: coalesce(createDueJobs(deps, { owner })),
    deliver: channels.map((channel) =>
      coalesce(() => deliverNotifications(deps, { channel, owner, signal, delivered })),
    ),
    followChat: coalesce(createChatJob(deps, { owner, signal })),
    watchChatPhotos: coalesce(createPhotoWatch(deps)),
    finishCleanup: coalesce(() => finishCleanup(deps, { owner, signal })),
    fillSearch: () => fillSearch(deps, signal),
    endSubmissions: () => endSubmissions(deps, deps.expiryClock.now().toISOString()),
    sweep,
    fill,
    makeBackups: coalesce(createBackupJob(deps, { owner, signal })),
    endExhibitions: coalesce(createEndJob(deps, { owner, signal })),
    /** A full disk may have cost previews. */
    async keepReserve() {
      if (await deps.database.keepReserve()) await fill()
    },
  }
}

function runAtStart(deps: Deps, run: Run, tasks: ReturnType<typeof createTasks>): void {
  run('purge counters', () => purgeCounters(deps))
  run('keep reserve', () => deps.database.keepReserve())
  run('remove drafts', () => removeDrafts(deps))
  run('purge migration backups', () => purgeMigrationBackups(deps))
  run('fill the search', tasks.fillSearch)
  run('start', async () => {
    await tasks.endSubmissions()
    await tasks.fill()
  })
  run('start schedule', async () => {
    if (deps.database.exclusive) await deps.database.transaction((tx) => tx.jobs.releaseAllLeases())
    if (deps.config.notifications.testOnStart) {
      await deps.database.transaction((tx) => notify(deps, tx, { kind: 'test', groupId: null, payload: {} }))
    }
    await tasks.runDueJobs()
    await Promise.all(tasks.deliver.map((deliver) => deliver()))
  })
}
