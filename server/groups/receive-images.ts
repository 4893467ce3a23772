import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { ImageType } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { ownedForMs } from '#server/domain/file-ownership.ts'
import { newFileName, previewNameOf } from '#server/domain/names.ts'
import { AppError } from '#server/errors.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { FileDraft } from '#server/ports/file-store.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'
import { inspectStream } from './inspect-stream.ts'
import { removalOf } from './removal-of.ts'

type ReceiverDeps = Pick<
  Deps,
  'config' | 'clock' | 'database' | 'files' | 'previewer' | 'createHeadReader' | 'metrics' | 'log'
>

export interface ReceivedImage {
  readonly fileName: string
  readonly previewName: string
  /** As the client called it. */
  readonly originalName: string
  readonly fileSize: number
  readonly facts: ImageFacts
}

/** The images of one request: on disk and with previews, but not yet part of a group. */
export interface ImageReceiver extends AsyncDisposable {
  /** Reads `content` to its end onto the disk; the preview is made while the next file arrives. */
  receive(originalName: string, content: Readable): Promise<void>
  /** Waits until all previews are made and all files durable, then runs the transaction that adds the rows: the files belong to them from its commit on. */
  store<T>(run: (tx: Transaction, images: ReceivedImage[]) => Promise<T>): Promise<T>
}

interface Sender {
  /** Their address; those who send take turns at the previewer. */
  readonly client: string
  /** Aborts when they go away. */
  readonly signal: AbortSignal
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

const writeBytes = 2 ** 18
let turns = 0

/**
 * Receives the images of one request. Disposing it without `store` leaves nothing behind; after a crash the outbox does
 * that. AppError FILE_TOO_LARGE, UNSUPPORTED_IMAGE, DAMAGED_IMAGE, IMAGE_TOO_LARGE and IMAGE_TOO_COMPLEX name the file (D4).
 */
export const openImageReceiver = (deps: ReceiverDeps, sender: Sender): ImageReceiver => new Receiver(deps, sender)

interface Draft {
  readonly fileName: string
  readonly previewName: string
  readonly original: FileDraft
  readonly preview: FileDraft
}

class Receiver implements ImageReceiver {
  readonly #deps: ReceiverDeps
  readonly #client: string
  readonly #turn = ++turns
  readonly #failed = new AbortController()
  readonly #stop: AbortSignal
  readonly #files: FileName[] = []
  readonly #drafts: FileDraft[] = []
  readonly #images: Promise<ReceivedImage>[] = []
  #kept = false

  constructor(deps: ReceiverDeps, { client, signal }: Sender) {
    this.#deps = deps
    this.#client = client
    this.#stop = AbortSignal.any([signal, this.#failed.signal])
  }

  async receive(originalName: string, content: Readable): Promise<void> {
    this.#stop.throwIfAborted()
    try {
      await this.#deps.files.checkFreeSpace()
      const { type, chunks } = await inspectStream(this.#deps, originalName, content)
      const draft = await this.#draftFor(type)
      await write(draft.original.path, chunks)
      const image = this.#makePreview(draft, originalName)
      // Seen by `#finish`, or by nobody when another file has failed first.
      image.catch((error) => this.#failed.abort(error))
      this.#images.push(image)
    } catch (error) {
      this.#failed.abort(error)
      throw error
    }
  }

  async store<T>(run: (tx: Transaction, images: ReceivedImage[]) => Promise<T>): Promise<T> {
    const { database, metrics } = this.#deps
    const received = await this.#finish()
    let expired = false
    try {
      const result = await database.transaction(async (tx) => {
        expired = (await tx.fileRemovals.cancel(this.#files)) < this.#files.length
        if (expired) throw uploadExpired()
        return run(tx, received)
      })
      this.#kept = true
      metrics.uploaded({ images: received.length, bytes: sum(received.map(({ fileSize }) => fileSize)) })
      return result
    } catch (error) {
      // When the connection to the database broke, the commit may have happened all the same. The outbox knows: it has the files of
      // a commit that did not.
      this.#kept = !expired && error instanceof AppError && error.code === 'TEMPORARILY_UNAVAILABLE'
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#kept) return
    this.#failed.abort(new Error('The upload was given up'))
    await Promise.allSettled(this.#images)
    try {
      await Promise.all(this.#drafts.map((draft) => draft.discard()))
      await this.#deps.database.completeFileRemovals(this.#files)
    } catch (err) {
      this.#deps.log.warn({ err }, 'files of a failed upload are left to the outbox')
    }
  }

  async #draftFor(type: ImageType): Promise<Draft> {
    const { database, files } = this.#deps
    const fileName = newFileName(type)
    const previewName = previewNameOf(fileName)
    const names: FileName[] = [
      { kind: 'original', name: fileName },
      { kind: 'preview', name: previewName },
    ]
    await database.planFileRemovals(names, ownedForMs)
    this.#files.push(...names)
    const original = await files.draft('original', fileName)
    const preview = await files.draft('preview', previewName)
    this.#drafts.push(original, preview)
    return { fileName, previewName, original, preview }
  }

  async #makePreview({ original, preview, ...names }: Draft, originalName: string): Promise<ReceivedImage> {
    const { config, previewer } = this.#deps
    const facts = await previewer
      .makePreview({
        source: original.path,
        target: preview.path,
        client: this.#client,
        turn: this.#turn,
        remove: removalOf(config),
        signal: this.#stop,
      })
      .catch((error) => {
        throw named(error, originalName)
      })
    const { size } = await stat(original.path)
    // Both have ended before the files of a failed upload are removed: none arrives afterwards.
    for (const commit of await Promise.allSettled([original.commit(), preview.commit()])) {
      if (commit.status === 'rejected') throw commit.reason
    }
    return { ...names, originalName, fileSize: size, facts }
  }

  async #finish(): Promise<ReceivedImage[]> {
    try {
      return await Promise.all(this.#images)
    } catch (error) {
      // The first failure has stopped the others: it is the one to tell.
      throw this.#failed.signal.reason ?? error
    }
  }
}

/** Buffers of files that have been written, for those to come: new ones would keep the garbage collector busy. */
const spareBuffers: Buffer[] = []
const spareBuffersKept = 16

/** Few large writes out of one buffer, instead of one for each packet of the network. */
async function write(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const waiting = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(writeBytes)
  try {
    await writeThrough(waiting, path, chunks)
  } finally {
    if (spareBuffers.length < spareBuffersKept) spareBuffers.push(waiting)
  }
}

async function writeThrough(waiting: Buffer, path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  await using handle = await open(path, 'wx', 0o640)
  let filled = 0
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      const copied = chunk.copy(waiting, filled, taken)
      taken += copied
      filled += copied
      if (filled === waiting.length) {
        await handle.writeFile(waiting)
        filled = 0
      }
    }
  }
  await handle.writeFile(waiting.subarray(0, filled))
}

/** Its files were taken for those of a process that crashed, and removed. */
const uploadExpired = () =>
  new AppError('TEMPORARILY_UNAVAILABLE', 'The upload took too long, so its files were removed. Send it again')

function named(error: unknown, originalName: string): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.code, `${originalName}: ${error.message}`, {
    details: { ...error.details, fileName: originalName },
    cause: error,
  })
}
