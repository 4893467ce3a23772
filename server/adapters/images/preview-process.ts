import { AppError } from '#server/domain/errors.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'
import { JobQueue, type QueuedJob } from './job-queue.ts'
import { LaunchedWorker, PreviewProcessDied, PreviewProcessNotStarted, type WorkerOptions } from './launched-worker.ts'
import type { PreviewAnswer, PreviewTask } from './preview-messages.ts'

/** The task was over its limits. */
export class TaskOverdue extends Error {}

export interface PreviewProcessOptions extends WorkerOptions {
  /** Milliseconds without a task after which the process ends. */
  readonly idleTime: number
  /** Bytes of memory above which the process is replaced after a task. */
  readonly maxMemory: number
}

/** Choosing photos takes people minutes. */
const patience = 10

/**
 * A child process with a queue before it, started when it is needed and again after it died. The decoders' error texts
 * belong to the process, so only a task that runs alone fails for certain by its own fault.
 */
export class PreviewProcess implements AsyncDisposable {
  readonly #options: PreviewProcessOptions
  readonly #queue: JobQueue
  readonly #launched = new Set<LaunchedWorker>()
  /** The one that takes tasks. */
  #current: LaunchedWorker | undefined
  /** Takes its place when it has grown too large. */
  #next: LaunchedWorker | undefined
  #idle: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: PreviewProcessOptions) {
    this.#options = options
    this.#queue = new JobQueue(options.lanes)
  }

  /** undefined while it does not run. */
  get id(): number | undefined {
    return this.#current?.id
  }

  /** Starts the process unless it runs, and keeps it longer than after a task; resolves when it can take one. */
  async start(): Promise<void> {
    await this.#running().ready
    this.#endWhenIdle(this.#options.idleTime * patience)
  }

  /** Fails with AppError when it is the image's fault, else with PreviewProcessDied, PreviewProcessNotStarted or TaskOverdue. */
  run(task: PreviewTask, job: Omit<QueuedJob<unknown>, 'work'>): Promise<ImageFacts> {
    const { isAlone } = task
    return this.#queue.add({ ...job, isAlone, work: () => (isAlone ? this.#runTwice(task) : this.#runOnce(task)) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true
    this.#queue.close(new Error('The previewer has been stopped.'))
    clearTimeout(this.#idle)
    await this.#end()
  }

  /** Repeated once when the process died or did not start: something else may have killed it. */
  async #runTwice(task: PreviewTask): Promise<ImageFacts> {
    let [deaths, starts] = [0, 0]
    for (;;) {
      try {
        return await this.#runOnce(task)
      } catch (error) {
        if (error instanceof PreviewProcessDied) deaths += 1
        else if (error instanceof PreviewProcessNotStarted) starts += 1
        else throw error
        if (deaths === 2 || starts === 2) throw error
      }
    }
  }

  async #runOnce(task: PreviewTask): Promise<ImageFacts> {
    const worker = this.#running()
    try {
      const answer = await worker.run(task)
      if (answer.kind === 'overdue') void worker.kill()
      else if (worker.isIdle && answer.memory > this.#options.maxMemory) this.#replace(worker)
      return factsOf(answer)
    } finally {
      if (worker !== this.#current && worker.isIdle) void worker.kill()
      this.#endWhenIdle(this.#options.idleTime)
    }
  }

  #running(): LaunchedWorker {
    if (this.#isStopped) throw new Error('The previewer has been stopped.')
    this.#current ??= this.#launch()
    return this.#current
  }

  #launch(): LaunchedWorker {
    const worker: LaunchedWorker = new LaunchedWorker(this.#options, () => {
      this.#launched.delete(worker)
      if (this.#current === worker) this.#current = undefined
      if (this.#next === worker) this.#next = undefined
    })
    this.#launched.add(worker)
    return worker
  }

  /** Launches the next one while this one goes on, so that no image waits for it. */
  #replace(worker: LaunchedWorker): void {
    if (this.#next || this.#isStopped) return
    const next = this.#launch()
    this.#next = next
    const takeOver = () => {
      if (this.#next !== next) return
      this.#current = next
      this.#next = undefined
      if (worker.isIdle) void worker.kill()
    }
    next.ready.then(takeOver, () => undefined)
  }

  #endWhenIdle(idleTime: number): void {
    clearTimeout(this.#idle)
    const end = () => {
      if ([...this.#launched].every(({ isIdle }) => isIdle)) void this.#end()
    }
    this.#idle = setTimeout(end, idleTime).unref()
  }

  async #end(): Promise<void> {
    await Promise.all([...this.#launched].map((worker) => worker.kill()))
  }
}

function factsOf(answer: PreviewAnswer): ImageFacts {
  if (answer.kind === 'done') return answer.facts
  if (answer.kind === 'refusal') throw new AppError(answer.code, answer.message)
  if (answer.kind === 'overdue') throw new TaskOverdue()
  throw Object.assign(new Error(answer.message), { code: answer.code })
}
