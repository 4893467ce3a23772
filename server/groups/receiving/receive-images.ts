import type { ImageType } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import { type ImageName, newImageName, newPartName } from '#server/domain/names.ts'
import { type FileLimits, fileLimitsOf } from '#server/domain/settings/settings.ts'
import { DraftFiles } from '#server/groups/draft-files.ts'
import { removalOf } from '#server/groups/removal-of.ts'
import { fileOfPart, filesOfImage } from '#server/groups/submission-files.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { FileDraft } from '#server/ports/file-store.ts'
import type { ReceivedImage } from '#server/ports/image-store.ts'
import type { ImageHead } from '#server/ports/previewer.ts'
import type { FilePart } from '#server/ports/submission-store.ts'
import { createFileInspector } from './file-inspector.ts'
import { writeArriving } from './write-arriving.ts'

type ReceiverDeps = Pick<
  Deps,
  'config' | 'settings' | 'clock' | 'database' | 'files' | 'previewer' | 'createHeadReader' | 'metrics' | 'log'
>

interface ArrivingPart {
  readonly originalName: string
  readonly content: AsyncIterable<Buffer>
  readonly isFirst: boolean
}

export interface Sender {
  /** Their address; senders take turns at the previewer. */
  readonly client: string
  /** Aborts when the sender disconnects. */
  readonly signal: AbortSignal
  /** The number of names planned together, because each plan waits for the disk. Unused ones are removed with the commit. */
  readonly expectedImages?: number
}

type Run<T> = (tx: Transaction, images: ReceivedImage[]) => Promise<T>

/** What is counted of images that became a group's. */
export const uploadOf = (images: readonly ReceivedImage[]) => ({
  images: images.length,
  bytes: images.reduce((bytes, { fileSize }) => bytes + fileSize, 0),
})

let turns = 0

interface Draft extends ImageName {
  /** Of the original. */
  readonly path: string
  readonly original: FileDraft
  readonly preview: FileDraft
}

/**
 * The images of one request: on disk and with previews, but not yet part of a group. Disposing it without `store` leaves
 * nothing behind; after a crash the outbox does that. AppError FILE_TOO_LARGE, UNSUPPORTED_IMAGE, DAMAGED_IMAGE,
 * IMAGE_TOO_LARGE and IMAGE_TOO_COMPLEX name the file (D4).
 */
export class ImageReceiver implements AsyncDisposable {
  readonly #deps: ReceiverDeps & { readonly limits: FileLimits }
  readonly #client: string
  readonly #expectedImages: number
  readonly #turn = ++turns
  readonly #failed = new AbortController()
  readonly #stop: AbortSignal
  readonly #files: DraftFiles
  /** Planned, but not used yet. */
  readonly #spareNames = new Map<ImageType, ImageName[]>()
  readonly #images: Promise<ReceivedImage>[] = []

  constructor(
    deps: ReceiverDeps,
    { client, signal, expectedImages = 1 }: Sender,
    // A setting that changes meanwhile disturbs no upload (D75).
    limits = fileLimitsOf(deps.settings.current),
  ) {
    this.#deps = { ...deps, limits }
    this.#files = new DraftFiles(deps)
    this.#client = client
    this.#expectedImages = expectedImages
    this.#stop = AbortSignal.any([signal, this.#failed.signal])
  }

  /** Reads `content` to its end onto the disk; the preview is made while the next file arrives. */
  receive(originalName: string, content: AsyncIterable<Buffer>): Promise<void> {
    return this.#stoppingOnFailure(async () => {
      const inspector = createFileInspector(this.#deps, originalName)
      const { draft } = await writeArriving(content, {
        inspect: inspector.add,
        openDraft: () => this.#draftFor(inspector.type()),
      })
      const image = this.#makePreview(draft, { originalName, head: inspector.head })
      // Handled by `#finish`, or ignored when another file has failed first.
      image.catch((error) => this.#failed.abort(error))
      this.#images.push(image)
    })
  }

  /** Reads one part of a file onto the disk. The first part shows what kind of file it is. */
  receivePart({ originalName, content, isFirst }: ArrivingPart): Promise<FilePart> {
    return this.#stoppingOnFailure(async () => {
      const inspector = isFirst ? createFileInspector(this.#deps, originalName) : undefined
      const file = fileOfPart({ name: newPartName() })
      const { draft, size } = await writeArriving(content, {
        inspect: inspector?.add ?? (() => true),
        openDraft: async () => {
          inspector?.type()
          await this.#files.plan([file])
          return this.#files.open(file)
        },
      })
      await draft.flush()
      return { name: file.name, size }
    })
  }

  async #stoppingOnFailure<T>(receive: () => Promise<T>): Promise<T> {
    this.#stop.throwIfAborted()
    try {
      await this.#deps.files.checkFreeSpace()
      return await receive()
    } catch (error) {
      this.#failed.abort(error)
      throw error
    }
  }

  /** Waits until all previews are made and all files durable, then runs the transaction that adds the rows: the files belong to them from its commit on. */
  async store<T>(run: Run<T>): Promise<T> {
    const received = await this.#finish()
    const result = await this.#files.take('cancel', (tx) => run(tx, received))
    this.#deps.metrics.uploaded(uploadOf(received))
    return result
  }

  /** The same where the rows of images come later: from the commit on a submission holds the files. */
  async hold<T>(run: Run<T>): Promise<T> {
    const received = await this.#finish()
    return this.#files.take('hold', (tx) => run(tx, received))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // After a commit they have ended.
    this.#failed.abort(new Error('The upload was abandoned'))
    await Promise.allSettled(this.#images)
    await this.#files[Symbol.asyncDispose]()
  }

  async #draftFor(type: ImageType): Promise<Draft> {
    const name = this.#spareNames.get(type)?.pop() ?? (await this.#planNames(type))
    const { original, preview } = await this.#files.openImage(name)
    return { ...name, original, preview, path: original.path }
  }

  /** Plans the removal of files that a crash would leave; returns a name for one image and keeps the others for the next. */
  async #planNames(type: ImageType): Promise<ImageName> {
    const name = newImageName(type)
    const spare = Array.from({ length: this.#expectedImages - 1 }, () => newImageName(type))
    await this.#files.plan([name, ...spare].flatMap(filesOfImage))
    this.#spareNames.set(type, spare)
    return name
  }

  async #makePreview(
    { original, preview, fileName, previewName }: Draft,
    { originalName, head }: { readonly originalName: string; readonly head: ImageHead },
  ): Promise<ReceivedImage> {
    const { config, previewer } = this.#deps
    const { fileSize, ...facts } = await previewer
      .makePreview({
        source: original.path,
        head,
        target: preview.path,
        client: this.#client,
        turn: this.#turn,
        remove: removalOf(config),
        signal: this.#stop,
      })
      .catch((error) => {
        throw named(error, originalName)
      })
    // Both end before the files of a failed upload are removed, so none appears afterwards.
    for (const flush of await Promise.allSettled([original.flush(), preview.flush()])) {
      if (flush.status === 'rejected') throw flush.reason
    }
    return { fileName, previewName, originalName, fileSize, facts }
  }

  async #finish(): Promise<ReceivedImage[]> {
    try {
      const images = await Promise.all(this.#images)
      await this.#files.commit()
      return images
    } catch (error) {
      // The first failure has stopped the others: report that one.
      throw this.#failed.signal.reason ?? error
    }
  }
}

function named(error: unknown, originalName: string): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.code, `${originalName}: ${error.message}`, {
    details: { ...error.details, fileName: originalName },
    cause: error,
  })
}
