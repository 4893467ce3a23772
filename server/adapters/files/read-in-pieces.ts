/** Both ends are inclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A preview comes in one piece; a hundred photos for slow visitors take 50 MB. */
const pieceBytes = 2 ** 19

/**
 * Reads `[start, end]` piece by piece, each whole before it is handed on: a visitor who reads slowly keeps no connection to
 * the bucket. Aborts the current read when the reader stops.
 */
export async function* readInPieces(
  { start, end }: Range,
  read: (range: Range, signal: AbortSignal) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  const stopped = new AbortController()
  try {
    for (let at = start; at <= end; at += pieceBytes) {
      yield await read({ start: at, end: Math.min(at + pieceBytes - 1, end) }, stopped.signal)
    }
  } finally {
    stopped.abort()
  }
}
