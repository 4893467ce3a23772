import type { ImageFacts } from '#server/ports/previewer.ts'
import { createJobQueue, type QueuedJob } from './job-queue.ts'
import type { PreviewTask } from './preview-messages.ts'
import { createPreviewProcess, PreviewProcessDied, type PreviewProcessOptions } from './preview-process.ts'

export interface PreviewPool extends AsyncDisposable {
  /** Of the processes that run. */
  readonly ids: readonly number[]
  /** Starts the process for the first task. */
  start(): Promise<void>
  run(task: PreviewTask, job: Omit<QueuedJob<unknown>, 'work'>): Promise<ImageFacts>
}

export interface PoolOptions extends PreviewProcessOptions {
  readonly processes: number
  /** Processes that stay when there is nothing to do. */
  readonly kept: number
  /** Milliseconds without a task after which the others end. */
  readonly idleTime: number
}

/** Processes with a queue before them, started as they are needed. */
export function createPreviewPool({ processes, kept, idleTime, ...options }: PoolOptions): PreviewPool {
  const queue = createJobQueue(processes)
  const all = Array.from({ length: processes }, () => createPreviewProcess(options))
  /** The last one is taken next, so that those before it become idle. */
  const free = all.toReversed()
  const timers = new Map<(typeof all)[number], NodeJS.Timeout>()

  async function withProcess<T>(use: (child: (typeof all)[number]) => Promise<T>): Promise<T> {
    const child = free.pop() ?? all[0]
    if (!child) throw new Error('The pool has no process')
    clearTimeout(timers.get(child))
    try {
      return await use(child)
    } finally {
      free.push(child)
      free.sort((one, other) => all.indexOf(other) - all.indexOf(one))
      if (all.indexOf(child) >= kept) timers.set(child, setTimeout(child.rest, idleTime).unref())
    }
  }

  return {
    get ids() {
      return all.flatMap(({ id }) => id ?? [])
    },
    start: async () => all[0]?.start(),
    run: (task, job) =>
      queue.add({
        ...job,
        work: () =>
          withProcess(async (child) => {
            try {
              return await child.run(task)
            } catch (error) {
              if (!(error instanceof PreviewProcessDied)) throw error
            }
            // Something else may have killed it.
            return child.run(task)
          }),
      }),
    async [Symbol.asyncDispose]() {
      queue.close(new Error('The previewer has been stopped.'))
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(all.map((child) => child[Symbol.asyncDispose]()))
    },
  }
}
