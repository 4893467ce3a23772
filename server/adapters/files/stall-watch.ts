import type { ReadStream } from 'node:fs'

export interface StallWatch extends Disposable {
  /** Aborted when nothing was read for this long; the time after the last byte counts too. */
  readonly signal: AbortSignal
}

/** Watches whether `body` is still being read. */
export function watchForStall(body: ReadStream, stallMs: number): StallWatch {
  const stalled = new AbortController()
  let bytesRead = 0
  let since = performance.now()
  const timer = setInterval(() => {
    if (body.bytesRead !== bytesRead) {
      bytesRead = body.bytesRead
      since = performance.now()
    } else if (performance.now() - since > stallMs) stalled.abort()
  }, stallMs / 10)
  return { signal: stalled.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
