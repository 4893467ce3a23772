import { type FileHandle, open } from 'node:fs/promises'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A photo of a phone takes 30 writes; twice as large ones save no CPU, and hold 13 MB more for 16 visitors. */
const writeBytes = 2 ** 17
/** Of a slow client, who sends many small packets. */
const maxWaiting = 64

interface Place {
  readonly path: string
}

interface Destination<Draft> {
  /** Sees each chunk before it is written, and throws to refuse it. true: the draft can be opened. */
  readonly inspect: (chunk: Buffer) => boolean
  /** Called once. There is no file at its path yet. */
  readonly openDraft: () => Promise<Draft>
}

/**
 * Makes a file of `content` in few large writes, instead of one for each packet of the network; its size is in bytes.
 * What was written of a file that fails is left to the caller.
 */
export async function writeArriving<Draft extends Place>(
  content: Readable | AsyncIterable<Buffer>,
  to: Destination<Draft>,
): Promise<{ draft: Draft; size: number }> {
  const writer = new DraftWriter(to)
  try {
    await pipeline(content, writer)
    return { draft: await writer.draft(), size: writer.size }
  } finally {
    await writer.close()
  }
}

/** A stream, because a loop over the chunks would wait several turns for each. */
class DraftWriter<Draft extends Place> extends Writable {
  readonly #to: Destination<Draft>
  #opening: Promise<{ draft: Draft; handle: FileHandle }> | undefined
  #writing: Promise<void> | undefined
  #waiting: Buffer[] = []
  #waitingBytes = 0
  size = 0

  constructor(to: Destination<Draft>) {
    super({ highWaterMark: writeBytes })
    this.#to = to
  }

  async draft(): Promise<Draft> {
    return (await this.#open()).draft
  }

  /** A stream that fails does not wait for what it has begun. */
  async close(): Promise<void> {
    const [opened] = await Promise.allSettled([this.#opening, this.#writing])
    if (opened.status === 'fulfilled') await opened.value?.handle.close()
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    try {
      if (!this.#to.inspect(chunk)) return void done()
    } catch (error) {
      return void done(error instanceof Error ? error : new Error('The file is refused', { cause: error }))
    }
    this.#open()
    if (this.#waitingBytes < writeBytes && this.#waiting.length < maxWaiting) return void done()
    this._final(done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#writing = this.#writeWaiting()
    this.#writing.then(() => done(), done)
  }

  #open() {
    this.#opening ??= openFile(this.#to.openDraft)
    // The next write fails with it.
    this.#opening.catch(() => undefined)
    return this.#opening
  }

  async #writeWaiting(): Promise<void> {
    const [chunks, bytes] = [this.#waiting, this.#waitingBytes]
    this.#waiting = []
    this.#waitingBytes = 0
    const { handle } = await this.#open()
    await writeAll(handle, chunks, bytes)
    this.size += bytes
  }
}

async function openFile<Draft extends Place>(openDraft: () => Promise<Draft>) {
  const draft = await openDraft()
  return { draft, handle: await open(draft.path, 'wx', 0o640) }
}

async function writeAll(handle: FileHandle, chunks: readonly Buffer[], size: number): Promise<void> {
  if (size === 0) return
  const { bytesWritten } = await handle.writev(chunks)
  // A disk that fills up takes a part; the rest fails with the reason.
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten))
}
