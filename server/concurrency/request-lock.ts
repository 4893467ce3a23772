import PQueue from 'p-queue'
import { within } from './within.ts'

/** A slow client must not delay the exclusive work forever: it starts after this time at the latest. */
const drainTimeoutMs = 10_000

/** Calls `listener` when the request ends. */
export type OnEnd = (listener: () => void) => void

/** A readers-writer lock whose readers are requests: any number of them, or one piece of exclusive work and no request. */
export class RequestLock {
  #requests = 0
  #onDrained: (() => void) | undefined
  #exclusive = new PQueue({ concurrency: 1 })
  #released: Promise<void> | undefined

  /** While exclusive work waits or runs: resolves when it has ended. */
  get released(): Promise<void> | undefined {
    return this.#released
  }

  /** Counts a request until it ends. Callers wait for `released` first. */
  enter(onEnd: OnEnd | undefined): void {
    if (onEnd === undefined) return
    this.#requests++
    onEnd(() => this.#leave())
  }

  /** Runs `work` when the requests under way have ended, and holds back new ones until it has ended. */
  runExclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#exclusive.add(async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#released = promise
      try {
        await this.#drained()
        return await work()
      } finally {
        this.#released = undefined
        resolve()
      }
    })
  }

  #leave(): void {
    this.#requests--
    if (this.#requests === 0) this.#onDrained?.()
  }

  async #drained(): Promise<void> {
    if (this.#requests === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onDrained = resolve
    await within(drainTimeoutMs, promise)
  }
}
