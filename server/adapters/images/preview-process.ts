import { AppError } from '#server/domain/errors.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'
import { LaunchedWorker, type WorkerOptions } from './launched-worker.ts'
import type { PreviewAnswer, PreviewTask } from './preview-messages.ts'

/** The task was over its limits. */
export class TaskOverdue extends Error {}

export interface PreviewProcessOptions extends WorkerOptions {
  /** Bytes of memory above which the process is replaced after a task. */
  readonly maxMemory: number
}

/**
 * A child process that is started when it is needed and again after it died. It does one task at a time, because the
 * decoders' error texts belong to the process: two tasks would read each other's.
 */
export class PreviewProcess implements AsyncDisposable {
  readonly #options: PreviewProcessOptions
  readonly #ending = new Set<Promise<void>>()
  #running: LaunchedWorker | undefined
  /** Takes the place of the running one, which has grown too large. */
  #next: LaunchedWorker | undefined
  #isBusy = false
  #isStopped = false

  constructor(options: PreviewProcessOptions) {
    this.#options = options
  }

  /** undefined while it does not run. */
  get id(): number | undefined {
    return this.#running?.id
  }

  /** Starts the process unless it runs; resolves when it can take a task. */
  async start(): Promise<void> {
    if (!this.#isStopped) await this.#launched().ready
  }

  /** One task at a time. Fails with AppError when it is the image's fault, else with PreviewProcessDied or TaskOverdue. */
  async run(task: PreviewTask): Promise<ImageFacts> {
    if (this.#isStopped) throw new Error('The previewer has been stopped.')
    const used = this.#launched()
    this.#isBusy = true
    try {
      const answer = await used.run(task)
      if (answer.kind === 'overdue') this.#dismiss(used)
      else if (answer.memory > this.#options.maxMemory) this.#prepareNext()
      return factsOf(answer)
    } finally {
      this.#isBusy = false
      this.#switchToNext()
    }
  }

  /** Ends the process until the next task. */
  rest(): void {
    for (const each of [this.#running, this.#next]) if (each) this.#dismiss(each)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true
    this.rest()
    await Promise.all(this.#ending)
  }

  #launched(): LaunchedWorker {
    this.#running ??= this.#launch()
    return this.#running
  }

  #launch(): LaunchedWorker {
    const launched: LaunchedWorker = new LaunchedWorker(this.#options, () => this.#retire(launched))
    return launched
  }

  /** Starts it while the other one goes on working, so that no image waits for it. */
  #prepareNext(): void {
    if (this.#next || this.#isStopped) return
    const next = this.#launch()
    this.#next = next
    next.ready.then(
      () => this.#switchToNext(),
      () => undefined,
    )
  }

  #switchToNext(): void {
    const [running, next] = [this.#running, this.#next]
    if (!next?.isReady || this.#isBusy) return
    this.#running = next
    this.#next = undefined
    if (running) this.#dismiss(running)
  }

  #retire(used: LaunchedWorker): void {
    if (this.#running === used) this.#running = undefined
    if (this.#next === used) this.#next = undefined
  }

  #dismiss(used: LaunchedWorker): void {
    this.#retire(used)
    const ended = used.dismiss().finally(() => this.#ending.delete(ended))
    this.#ending.add(ended)
  }
}

function factsOf(answer: PreviewAnswer): ImageFacts {
  if (answer.kind === 'done') return answer.facts
  if (answer.kind === 'refusal') throw new AppError(answer.code, answer.message)
  if (answer.kind === 'overdue') throw new TaskOverdue()
  throw Object.assign(new Error(answer.message), { code: answer.code })
}
