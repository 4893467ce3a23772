export interface QueuedJob<T> {
  /** Who waits for it. Clients take turns; jobs without a client run when no others wait. */
  readonly client: string | undefined
  /** Of a client's jobs those with a smaller number start first, then those that came first. */
  readonly turn: number
  /** Drops the job while it waits. A job that runs is finished first, then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Runs while no other job does. */
  readonly isAlone?: boolean
  readonly work: () => Promise<T>
}

interface Waiting {
  readonly client: string | undefined
  readonly turn: number
  readonly isAlone: boolean
  readonly start: () => Promise<void>
  readonly drop: (reason: unknown) => void
}

/** Runs this many jobs at once; the client that was served longest ago is next. */
export class JobQueue {
  readonly #places: number
  readonly #waiting: Waiting[] = []
  /** The number of each client's last job. */
  readonly #served = new Map<string, number>()
  #started = 0
  #running = 0
  #closed: Error | undefined

  constructor(places: number) {
    this.#places = places
  }

  async add<T>({ client, turn, signal, isAlone = false, work }: QueuedJob<T>): Promise<T> {
    signal?.throwIfAborted()
    if (this.#closed) throw this.#closed
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const job = { client, turn, isAlone, start: () => work().then(resolve, reject), drop: reject }
    this.#waiting.push(job)
    const abort = () => {
      if (this.#takeOut(job)) job.drop(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    this.#startNext()
    const result = await promise.finally(() => signal?.removeEventListener('abort', abort))
    signal?.throwIfAborted()
    return result
  }

  /** Fails all jobs that wait or are added later. */
  close(reason: Error): void {
    this.#closed = reason
    for (const { drop } of this.#waiting.splice(0)) drop(reason)
  }

  #startNext(): void {
    while (this.#running < this.#places) {
      const next = this.#next()
      if (!next || (next.isAlone && this.#running > 0)) break
      this.#takeOut(next)
      const places = next.isAlone ? this.#places : 1
      this.#running += places
      this.#started += 1
      if (next.client !== undefined) this.#served.set(next.client, this.#started)
      void next.start().finally(() => {
        this.#running -= places
        this.#startNext()
      })
    }
    if (this.#running === 0) this.#served.clear()
  }

  #next(): Waiting | undefined {
    return this.#waiting.reduce<Waiting | undefined>(
      (best, job) => (best && !this.#comesBefore(job, best) ? best : job),
      undefined,
    )
  }

  /** Returns whether it was waiting. */
  #takeOut(job: Waiting): boolean {
    const at = this.#waiting.indexOf(job)
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }

  #comesBefore(one: Waiting, other: Waiting): boolean {
    const [first, second] = [this.#lastServed(one), this.#lastServed(other)]
    return first < second || (first === second && one.turn < other.turn)
  }

  #lastServed({ client }: Waiting): number {
    return client === undefined ? Number.POSITIVE_INFINITY : (this.#served.get(client) ?? 0)
  }
}
