import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { setPriority } from 'node:os'
import { dirname, extname, join } from 'node:path'
import type { PreviewAnswer, PreviewReply, PreviewTask } from './preview-messages.ts'

/** The process ended before it had answered, by a crash or for lack of memory. */
export class PreviewProcessDied extends Error {}
/** The process ended before it took the task, which is not the image's fault. */
export class PreviewProcessNotStarted extends Error {}

export interface WorkerOptions {
  /** Images at a time. */
  readonly lanes: number
  /** Milliseconds after which a task counts as overdue if the process does not report it. */
  readonly taskTimeout: number
  /** How far it gives way to other processes: 19 entirely, 0 not. */
  readonly niceness: number
  readonly log?: { warn(details: object, message: string): void } | undefined
}

type WorkerAnswer = PreviewAnswer & { readonly memory: number }

/** One child process, from its start to its end. */
export class LaunchedWorker {
  readonly #child: ChildProcess
  readonly #options: WorkerOptions
  readonly #ready = Promise.withResolvers<void>()
  /** Called as soon as it takes no more tasks. */
  readonly #onRetire: () => void
  readonly #waiting = new Map<number, PromiseWithResolvers<WorkerAnswer>>()
  #tasks = 0
  #complaints = ''
  /** Its end is intended and not reported. */
  #isDismissed = false

  constructor(options: WorkerOptions, onRetire: () => void) {
    this.#options = options
    this.#child = forkWorker(options.lanes)
    this.#onRetire = onRetire
    this.#ready.promise.catch(() => {})
    const child = this.#child
    if (child.pid) setPriority(child.pid, options.niceness)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-2000)
    })
    child.on('message', (reply: PreviewReply) => {
      if (reply.kind === 'ready') this.#ready.resolve()
      else this.#waiting.get(reply.id)?.resolve(reply)
    })
    child.once('disconnect', onRetire)
    child.on('error', (cause) => this.#end(cause))
    child.once('exit', (code, signal) => this.#end(signal ?? code))
  }

  get id(): number | undefined {
    return this.#child.pid
  }

  /** Resolves when it can take a task. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0
  }

  async run(task: PreviewTask): Promise<WorkerAnswer> {
    const id = ++this.#tasks
    const wait = Promise.withResolvers<WorkerAnswer>()
    wait.promise.catch(() => {})
    this.#waiting.set(id, wait)
    let timer: NodeJS.Timeout | undefined
    try {
      await this.ready
      timer = setTimeout(() => wait.resolve({ kind: 'overdue', memory: 0 }), this.#options.taskTimeout)
      this.#child.send({ id, task }, (error) => error && wait.reject(new PreviewProcessDied()))
      return await wait.promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }

  /** Resolves when it is gone. */
  async kill(): Promise<void> {
    this.#onRetire()
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#isDismissed = true
    this.#child.kill('SIGKILL')
    if (this.#child.pid) await once(this.#child, 'exit')
  }

  #end(cause: unknown): void {
    this.#onRetire()
    this.#ready.reject(new PreviewProcessNotStarted('The preview process does not start.', { cause }))
    for (const { reject } of this.#waiting.values()) reject(new PreviewProcessDied())
    const { log } = this.#options
    if (!this.#isDismissed) log?.warn({ cause, complaints: this.#complaints }, 'The preview process ended')
    this.#isDismissed = true
  }
}

/** Beside this file, as a source or built. */
const workerFile = join(import.meta.dirname, `preview-worker${extname(import.meta.filename)}`)

/**
 * Without the environment of the service, because an image decoder does not need its secrets. One allocation arena
 * halves the memory, and a small young heap takes off another fifth; each lane decodes in a thread, and one writes. Reuses what the
 * service has compiled.
 */
function forkWorker(lanes: number): ChildProcess {
  const cache = getCompileCacheDir()
  return fork(workerFile, {
    env: {
      MALLOC_ARENA_MAX: '1',
      UV_THREADPOOL_SIZE: String(lanes + 1),
      ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
    },
    execArgv: ['--max-semi-space-size=1'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}
