export interface QueuedJob<T> {
  /** Who waits for it. Clients take turns; jobs without a client run when no other job waits. */
  readonly client: string | undefined
  /** Of a client's jobs those with a smaller number start first, then those that came first. */
  readonly turn: number
  /** Drops the job while it waits. A job that runs is finished first, then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  readonly work: () => Promise<T>
}

export interface JobQueue {
  add<T>(job: QueuedJob<T>): Promise<T>
  /** Fails all jobs that wait or are added later. */
  close(reason: Error): void
}

interface Waiting {
  readonly client: string | undefined
  readonly turn: number
  readonly start: () => Promise<void>
  readonly drop: (reason: unknown) => void
}

/** Runs so many jobs at once; the client that was served longest ago is next. */
export function createJobQueue(places: number): JobQueue {
  const waiting: Waiting[] = []
  /** When the clients were served, as the number of the job. */
  const served = new Map<string, number>()
  let started = 0
  let running = 0
  let closed: Error | undefined

  const lastServed = ({ client }: Waiting): number =>
    client === undefined ? Number.POSITIVE_INFINITY : (served.get(client) ?? 0)

  function comesBefore(one: Waiting, other: Waiting): boolean {
    const [first, second] = [lastServed(one), lastServed(other)]
    return first < second || (first === second && one.turn < other.turn)
  }

  function takeNext(): Waiting | undefined {
    const next = waiting.reduce<Waiting | undefined>(
      (best, job) => (best && !comesBefore(job, best) ? best : job),
      undefined,
    )
    if (next) waiting.splice(waiting.indexOf(next), 1)
    return next
  }

  function startNext(): void {
    while (running < places) {
      const next = takeNext()
      if (!next) break
      running += 1
      started += 1
      if (next.client !== undefined) served.set(next.client, started)
      void next.start().finally(() => {
        running -= 1
        startNext()
      })
    }
    if (running === 0) served.clear()
  }

  async function add<T>({ client, turn, signal, work }: QueuedJob<T>): Promise<T> {
    signal?.throwIfAborted()
    if (closed) throw closed
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const job = { client, turn, start: () => work().then(resolve, reject), drop: reject }
    waiting.push(job)
    const abort = () => {
      const at = waiting.indexOf(job)
      if (at >= 0) waiting.splice(at, 1)[0]?.drop(signal?.reason)
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

  return { add, close }
}
