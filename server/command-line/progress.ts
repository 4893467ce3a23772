import type { WriteStream } from 'node:tty'

export interface Progress extends Disposable {
  show(text: string): void
}

const onTerminalMs = 200
const inLogMs = 10_000

/** One line that is overwritten on a terminal; an occasional line elsewhere. */
export function createProgress(stream: Pick<WriteStream, 'write' | 'isTTY'>): Progress {
  let next = performance.now() + (stream.isTTY ? 0 : inLogMs)
  let shown = false
  return {
    show(text) {
      const now = performance.now()
      if (now < next) return
      next = now + (stream.isTTY ? onTerminalMs : inLogMs)
      shown = true
      stream.write(stream.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
    },
    [Symbol.dispose]() {
      if (shown && stream.isTTY) stream.write('\r\x1b[K')
    },
  }
}
