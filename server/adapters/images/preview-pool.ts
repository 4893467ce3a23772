import type { ImageFacts } from '#server/ports/previewer.ts'
import { JobQueue, type QueuedJob } from './job-queue.ts'
import { PreviewProcessDied, PreviewProcessNotStarted } from './launched-worker.ts'
import type { PreviewTask } from './preview-messages.ts'
import { PreviewProcess, type PreviewProcessOptions } from './preview-process.ts'

export interface PoolOptions extends PreviewProcessOptions {
  readonly processes: number
  /** Milliseconds without a task after which a process ends. */
  readonly idleTime: number
}

/** Choosing photos takes people minutes. */
const patience = 10

/** Processes with a queue before them, started as they are needed. */
export class PreviewPool implements AsyncDisposable {
  readonly #options: PoolOptions
  readonly #queue: JobQueue
  readonly #all: readonly PreviewProcess[]
  /** The last one is taken next, so that those before it become idle. */
  readonly #free: PreviewProcess[]
  readonly #timers = new Map<PreviewProcess, NodeJS.Timeout>()

  constructor(options: PoolOptions) {
    this.#options = options
    this.#queue = new JobQueue(options.processes)
    this.#all = Array.from({ length: options.processes }, () => new PreviewProcess(options))
    this.#free = this.#all.toReversed()
  }

  /** Of the processes that run. */
  get ids(): readonly number[] {
    return this.#all.flatMap(({ id }) => id ?? [])
  }

  /** Starts the process for the next task, and keeps it longer than after a task. */
  async start(): Promise<void> {
    const next = this.#free.at(-1)
    await next?.start()
    if (next && this.#free.includes(next)) this.#endWhenIdle(next, this.#options.idleTime * patience)
  }

  run(task: PreviewTask, job: Omit<QueuedJob<unknown>, 'work'>): Promise<ImageFacts> {
    return this.#queue.add({ ...job, work: () => this.#runNow(task) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#queue.close(new Error('The previewer has been stopped.'))
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await Promise.all(this.#all.map((child) => child[Symbol.asyncDispose]()))
  }

  async #runNow(task: PreviewTask): Promise<ImageFacts> {
    const child = this.#free.pop() ?? this.#all[0]
    if (!child) throw new Error('The pool has no process')
    clearTimeout(this.#timers.get(child))
    try {
      return await runTwice(child, task)
    } finally {
      this.#release(child)
    }
  }

  #release(child: PreviewProcess): void {
    const place = (each: PreviewProcess) => this.#all.indexOf(each)
    this.#free.push(child)
    this.#free.sort((one, other) => place(other) - place(one))
    this.#endWhenIdle(child)
  }

  #endWhenIdle(child: PreviewProcess, idleTime = this.#options.idleTime): void {
    clearTimeout(this.#timers.get(child))
    this.#timers.set(child, setTimeout(() => child.rest(), idleTime).unref())
  }
}

/** Repeated once when the process died or did not start: something else may have killed it. */
async function runTwice(child: PreviewProcess, task: PreviewTask): Promise<ImageFacts> {
  let [deaths, starts] = [0, 0]
  for (;;) {
    try {
      return await child.run(task)
    } catch (error) {
      if (error instanceof PreviewProcessDied) deaths += 1
      else if (error instanceof PreviewProcessNotStarted) starts += 1
      else throw error
      if (deaths === 2 || starts === 2) throw error
    }
  }
}
