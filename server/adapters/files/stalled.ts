import type { ReadStream } from 'node:fs'

export interface StallWatch extends Disposable {
  /** Aborted once nothing was taken for so long; also the time after the last byte counts. */
  readonly signal: AbortSignal
}

/** Watches whether somebody still takes what `body` reads. */
export function watchForStall(body: ReadStream, stalledMs: number): StallWatch {
  const stalled = new AbortController()
  let taken = 0
  let since = performance.now()
  const timer = setInterval(() => {
    if (body.bytesRead !== taken) {
      taken = body.bytesRead
      since = performance.now()
    } else if (performance.now() - since > stalledMs) stalled.abort()
  }, stalledMs / 10)
  return { signal: stalled.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
