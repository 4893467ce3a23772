import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { AppError } from '#server/errors.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'
import { forkWorker } from './fork-worker.ts'
import type { PreviewAnswer, PreviewReply, PreviewTask } from './preview-messages.ts'

/** The process ended before it had answered, by a crash or for want of memory. */
export class PreviewProcessDied extends Error {}

/** The task was over its limits. */
export class TaskOverdue extends Error {}

export interface PreviewProcess extends AsyncDisposable {
  /** undefined while it does not run. */
  readonly id: number | undefined
  /** Starts the process unless it runs; resolves when it can take a task. */
  start(): Promise<void>
  /** One task at a time. Fails with AppError when it is the image's fault, else with one of the errors above. */
  run(task: PreviewTask): Promise<ImageFacts>
  /** Ends the process until the next task. */
  rest(): void
}

export interface PreviewProcessOptions {
  /** Milliseconds after which the process is replaced if it does not even say that its task is overdue. */
  readonly taskTimeout: number
  /** Bytes of memory above which the process is replaced after a task. */
  readonly maxMemory: number
  /** Others come first. */
  readonly isNice?: boolean
  readonly log?: { warn(details: object, message: string): void } | undefined
}

interface Running {
  readonly child: ChildProcess
  readonly ready: Promise<void>
  readonly answer: (wait: PromiseWithResolvers<PreviewAnswer & { memory: number }>) => void
  /** Its end is wanted and nothing to report. */
  isDismissed: boolean
}

/**
 * A child process that is started when it is needed and again after it died. It does one task at a time, because the
 * decoders' error texts belong to the process: two tasks would read each other's.
 */
export function createPreviewProcess(options: PreviewProcessOptions): PreviewProcess {
  const ending = new Set<Running>()
  let running: Running | undefined
  let isStopped = false

  function launch(): Running {
    const child = forkWorker()
    if (options.isNice && child.pid) setPriority(child.pid, 10)
    const ready = Promise.withResolvers<void>()
    let waiting: PromiseWithResolvers<PreviewAnswer & { memory: number }> | undefined
    let complaints = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-2000)
    })
    const launched: Running = {
      child,
      ready: ready.promise,
      answer: (wait) => {
        waiting = wait
      },
      isDismissed: false,
    }
    child.on('message', (reply: PreviewReply) => (reply.kind === 'ready' ? ready.resolve() : waiting?.resolve(reply)))
    const retire = () => {
      if (running === launched) running = undefined
    }
    const end = (cause: unknown) => {
      retire()
      ending.delete(launched)
      ready.reject(new Error('The preview process does not start.', { cause }))
      waiting?.reject(new PreviewProcessDied())
      if (!launched.isDismissed) options.log?.warn({ cause, complaints }, 'The preview process ended')
      launched.isDismissed = true
    }
    child.once('disconnect', retire)
    child.on('error', end)
    child.once('exit', (code, signal) => end(signal ?? code))
    ready.promise.catch(() => {})
    return launched
  }

  function dismiss(used: Running): void {
    if (running === used) running = undefined
    if (used.child.exitCode !== null || used.child.signalCode !== null) return
    used.isDismissed = true
    ending.add(used)
    used.child.kill('SIGKILL')
  }

  async function start(): Promise<void> {
    running ??= launch()
    await running.ready
  }

  async function run(task: PreviewTask): Promise<ImageFacts> {
    if (isStopped) throw new Error('The previewer has been stopped.')
    running ??= launch()
    const used = running
    const wait = Promise.withResolvers<PreviewAnswer & { memory: number }>()
    wait.promise.catch(() => {})
    used.answer(wait)
    await used.ready
    const timer = setTimeout(() => wait.resolve({ kind: 'overdue', memory: 0 }), options.taskTimeout)
    try {
      used.child.send(task, (error) => error && wait.reject(new PreviewProcessDied()))
      const answer = await wait.promise
      if (answer.kind === 'overdue' || answer.memory > options.maxMemory) dismiss(used)
      return factsOf(answer)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get id() {
      return running?.child.pid
    },
    start,
    run,
    rest() {
      if (running) dismiss(running)
    },
    async [Symbol.asyncDispose]() {
      isStopped = true
      if (running) dismiss(running)
      await Promise.all(Array.from(ending, ({ child }) => child.pid && once(child, 'exit')))
    },
  }
}

function factsOf(answer: PreviewAnswer): ImageFacts {
  if (answer.kind === 'done') return answer.facts
  if (answer.kind === 'refusal') throw new AppError(answer.code, answer.message)
  if (answer.kind === 'overdue') throw new TaskOverdue()
  throw Object.assign(new Error(answer.message), { code: answer.code })
}
