export interface QueuedJob<T> {
  /** Jobs with a smaller number start first, then those that came first. */
  readonly turn: number
  /** Nothing else runs beside this job. */
  readonly alone?: boolean
  /** Drops the job while it waits. A job that runs is finished first, then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  readonly work: () => Promise<T>
}

export interface JobQueue {
  add<T>(job: QueuedJob<T>): Promise<T>
  /** Jobs that wait or run. */
  readonly pending: number
  /** Fails all jobs that wait or are added later. */
  close(reason: Error): void
}

interface Waiting {
  readonly turn: number
  readonly alone: boolean
  readonly start: () => Promise<void>
  readonly drop: (reason: unknown) => void
}

/** Runs so many jobs at once, in the order of their turns. */
export function createJobQueue(places: number): JobQueue {
  const waiting: Waiting[] = []
  let running = 0
  let closed: Error | undefined
  let isAlone = false

  function startNext(): void {
    for (let next = waiting[0]; next && running < places && !isAlone; next = waiting[0]) {
      if (next.alone && running > 0) return
      waiting.shift()
      running += 1
      isAlone = next.alone
      void next.start().finally(() => {
        running -= 1
        isAlone = false
        startNext()
      })
    }
  }

  async function add<T>({ turn, alone = false, signal, work }: QueuedJob<T>): Promise<T> {
    signal?.throwIfAborted()
    if (closed) throw closed
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const job = { turn, alone, start: () => work().then(resolve, reject), drop: reject }
    const place = waiting.findIndex((other) => other.turn > turn)
    waiting.splice(place < 0 ? waiting.length : place, 0, job)
    const abort = () => {
      const at = waiting.indexOf(job)
      if (at >= 0) waiting.splice(at, 1)[0]?.drop(signal?.reason)
      // What came behind a job that must run alone may be able to start now.
      startNext()
    }
    signal?.addEventListener('abort', abort, { once: true })
    startNext()
    const result = await promise.finally(() => signal?.removeEventListener('abort', abort))
    signal?.throwIfAborted()
    return result
  }

  function close(reason: Error): void {
    closed = reason
    for (const { drop } of waiting.splice(0)) drop(reason)
  }

  return {
    add,
    close,
    get pending() {
      return waiting.length + running
    },
  }
}
