import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { AppError } from '#server/errors.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'
import type { PreviewReply, PreviewRequest, PreviewTask } from './preview-messages.ts'

/** The process ended before it had answered, by a crash or for want of memory. */
export class PreviewProcessDied extends Error {}

export interface PreviewProcess extends AsyncDisposable {
  /** undefined while it does not run. */
  readonly id: number | undefined
  /** Starts the process unless it runs; resolves when it can take tasks. */
  start(): Promise<void>
  /** Fails with AppError when it is the image's fault, with PreviewProcessDied when the process ended meanwhile. */
  run(task: PreviewTask): Promise<ImageFacts>
}

export interface PreviewProcessOptions {
  /** Jobs at once. */
  readonly jobs: number
  /** Milliseconds after which a task is given up and the process replaced. */
  readonly taskTimeout: number
  /** Bytes of memory above which the process is replaced when it has had nothing to do for a while. */
  readonly idleMemory?: number | undefined
  /** Milliseconds of that while. */
  readonly idleTime?: number | undefined
  /** Bytes of memory above which a new process takes the next tasks, while the old one finishes those it has. */
  readonly busyMemory?: number | undefined
  readonly log?: { warn(details: object, message: string): void } | undefined
}

interface Running {
  readonly child: ChildProcess
  readonly tasks: Map<number, PromiseWithResolvers<ImageFacts>>
  readonly ready: Promise<void>
  /** Bytes it had after its last task. */
  memory: number
  /** Its end is wanted and nothing to report. */
  isDismissed: boolean
}

/** Photos of phones leave 140 MB behind, an image of 100 million pixels up to 300. */
const maxIdleMemory = 192 * 2 ** 20
/** Some thousand photos without a pause leave 270 MB behind. */
const maxBusyMemory = 224 * 2 ** 20
const idleMs = 5_000

/** A child process that is started when it is needed and again after it died. */
export function createPreviewProcess(options: PreviewProcessOptions): PreviewProcess {
  const { idleMemory = maxIdleMemory, idleTime = idleMs, busyMemory = maxBusyMemory } = options
  const all = new Set<Running>()
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function launch(): Running {
    const child = forkWorker(options.jobs)
    const tasks: Running['tasks'] = new Map()
    const ready = Promise.withResolvers<void>()
    let complaints = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-2000)
    })
    const launched: Running = { child, tasks, ready: ready.promise, memory: 0, isDismissed: false }
    all.add(launched)
    child.on('message', (reply: PreviewReply) => {
      if (reply.kind === 'ready') return ready.resolve()
      launched.memory = reply.memory
      settle(tasks, reply)
    })
    const retire = () => {
      if (running === launched) running = undefined
    }
    const end = (cause: unknown) => {
      retire()
      all.delete(launched)
      ready.reject(new Error('The preview process does not start.', { cause }))
      for (const task of tasks.values()) task.reject(new PreviewProcessDied())
      if (!launched.isDismissed) options.log?.warn({ cause, complaints }, 'The preview process ended')
    }
    child.once('disconnect', retire)
    child.on('error', end)
    child.once('exit', (code, signal) => end(signal ?? code))
    ready.promise.catch(() => {})
    return launched
  }

  function dismiss(used: Running): void {
    used.isDismissed = true
    used.child.kill('SIGKILL')
  }

  /**
   * Images of unusual size, and very many of usual size, leave memory with the allocator that only the end of the
   * process gives back.
   */
  function replaceWhenUsedUp(used: Running): void {
    if (running === used && used.tasks.size > 0 && used.memory > busyMemory) running = launch()
    if (used.tasks.size > 0) return
    if (running !== used) {
      // One that is not connected ends by itself, and says so.
      if (used.child.connected) dismiss(used)
      return
    }
    clearTimeout(idle)
    if (used.memory <= idleMemory) return
    idle = setTimeout(() => {
      if (used.tasks.size > 0 || running !== used) return
      dismiss(used)
      running = launch()
    }, idleTime).unref()
  }

  async function start(): Promise<void> {
    running ??= launch()
    await running.ready
  }

  async function run(task: PreviewTask): Promise<ImageFacts> {
    running ??= launch()
    const used = running
    const { child, tasks, ready } = used
    const id = ++lastId
    const answer = Promise.withResolvers<ImageFacts>()
    answer.promise.catch(() => {})
    // Before the process is ready, so that it is not taken for idle.
    tasks.set(id, answer)
    let timer: NodeJS.Timeout | undefined
    try {
      await ready
      timer = setTimeout(() => {
        answer.reject(new AppError('DAMAGED_IMAGE', 'The image takes too long to decode.'))
        child.kill('SIGKILL')
      }, options.taskTimeout)
      child.send({ ...task, id } satisfies PreviewRequest, (error) => error && answer.reject(new PreviewProcessDied()))
      return await answer.promise
    } finally {
      clearTimeout(timer)
      tasks.delete(id)
      replaceWhenUsedUp(used)
    }
  }

  return {
    get id() {
      return running?.child.pid
    },
    start,
    run,
    async [Symbol.asyncDispose]() {
      clearTimeout(idle)
      await Promise.all(
        Array.from(all, async (used) => {
          if (!used.child.pid) return
          const exit = once(used.child, 'exit')
          dismiss(used)
          await exit
        }),
      )
    },
  }
}

/** Beside this file, as a source or built. */
const workerFile = join(import.meta.dirname, `preview-worker${extname(import.meta.filename)}`)

/**
 * Without the environment of the service, because its secrets are no business of an image decoder. One allocation arena
 * halves the memory.
 */
function forkWorker(jobs: number): ChildProcess {
  return fork(workerFile, {
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: String(jobs + 1) },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function settle(tasks: Running['tasks'], reply: Exclude<PreviewReply, { kind: 'ready' }>): void {
  const task = tasks.get(reply.id)
  if (reply.kind === 'done') task?.resolve(reply.facts)
  else if (reply.kind === 'refusal') task?.reject(new AppError(reply.code, reply.message))
  else task?.reject(Object.assign(new Error(reply.message), { code: reply.code }))
}
