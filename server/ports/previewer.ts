import type { ImageType } from '#contract/limits.ts'
import type { Region } from '#contract/shapes.ts'
import type { Image } from '#server/domain/group.ts'
import type { ImageAnalysis } from '#server/domain/images/image-analysis.ts'

type Read = 'mimeType' | 'fileSize' | 'exifDateTaken' | 'exifCameraModel' | 'exifLocation'

/** What the bytes of an image say about it, after what is to be removed has gone. */
export interface ImageFacts extends Pick<Image, Read> {
  /** Pixels as shown, orientation applied. */
  readonly width: number
  readonly height: number
  /** Known where the preview has been made. */
  readonly imageAnalysis?: ImageAnalysis | undefined
}

/** What is taken out of an original, without re-encoding. */
export interface Removal {
  /** Positions and all that is not known to be harmless; the facts have no position either (D12, D60). */
  readonly location: boolean
  /** What follows the image, such as the video of a motion photo. */
  readonly trailers: boolean
}

export interface PreviewJob {
  /** Local path of the original. */
  readonly source: string
  /** Of the source, where it is known: the file is not opened for it again. */
  readonly head?: ImageHead
  /** Local path the preview is written to. Flushing it is left to the caller. */
  readonly target: string
  /** The client's address: clients take turns. Without it the job runs when no client waits. */
  readonly client?: string | undefined
  /** A client's jobs with smaller numbers run first: the batch that arrived first is finished first. */
  readonly turn: number
  /** Largest width in pixels; absent: that of a preview. Other widths get no image analysis. */
  readonly width?: number
  /** Nothing is changed in the original without it. With it, the original is a draft: a crash may leave it half changed. */
  readonly remove?: Removal | undefined
  /**
   * Writes a copy of the original to `target` whose regions are unrecoverable and which has no metadata. Preview and
   * facts are those of the copy.
   */
  readonly redact?: { readonly target: string; readonly regions: readonly Region[] }
  /** Drops the job while it waits. One that runs is finished first, so that nothing is written after it has failed. */
  readonly signal?: AbortSignal
}

/**
 * Makes previews: at most 800 px wide, JPEG quality 85, orientation applied, transparency on white, no enlargement, no
 * metadata but a colour profile (specification, Limits). Fails with AppError DAMAGED_IMAGE, UNSUPPORTED_IMAGE,
 * IMAGE_TOO_LARGE or IMAGE_TOO_COMPLEX without naming the file: the caller knows what the visitor called it. A full or
 * read-only disk fails with the code of the operating system.
 */
export interface Previewer extends AsyncDisposable {
  makePreview(job: PreviewJob): Promise<ImageFacts>
  /**
   * Reads the facts alone, for images from before they were kept. What is to be removed is gone from the file afterwards, also
   * when it fails because the image is damaged.
   */
  readFacts(source: string, options?: Pick<PreviewJob, 'remove'>): Promise<ImageFacts>
  /** What a preview looks like, for those from before it was kept. Nothing is written. Fails as `makePreview` does. */
  readImageAnalysis(source: string): Promise<ImageAnalysis>
  /** Starts what the next job would have to wait for; it ends again after a while without a job. */
  warmUp(): Promise<void>
  /** Jobs that wait or run. */
  readonly pending: number
}

/**
 * What the bytes of a file so far say. `unknown`: too few to tell. `unsupported`: no JPEG, PNG or WebP, whatever follows.
 * `image`: its type, and its size in pixels as stored once that has arrived; a broken file may never tell its size.
 */
export type ImageHead =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unsupported' }
  | {
      readonly kind: 'image'
      readonly mimeType: ImageType
      readonly size?: { readonly width: number; readonly height: number }
      readonly decoding?: Decoding
      /** More parts before the size than any camera writes: nothing further is looked for. */
      readonly isTooComplex?: true
    }

/** What decoding takes, estimated from the head. */
export interface Decoding {
  /** Bytes beside those of the process. */
  readonly memory: number
  /** In the time that a megapixel of a plain JPEG takes, about 5 ms. */
  readonly work: number
  /** false: no browser shows it. */
  readonly isShown: boolean
}

/** Takes the chunks of a file and returns what is known after each. Never throws. */
export type HeadReader = (chunk: Buffer) => ImageHead
