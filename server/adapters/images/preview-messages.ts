import type { ErrorCode } from '#contract/operation/errors.ts'
import type { ImageFacts, PreviewJob, Removal } from '#server/ports/previewer.ts'

/** What a child process is asked to do. Without `target` it reads the facts alone, with `analyse` what the picture looks like as well. */
export interface PreviewTask {
  /** No other task runs, so that what the decoder says is about this image. Without it, any failure is to be repeated alone. */
  readonly isAlone: boolean
  readonly source: string
  readonly target?: string
  readonly width?: number | undefined
  readonly analyse?: boolean
  readonly remove?: Removal | undefined
  readonly redact?: PreviewJob['redact']
  readonly keepsPlaceNames: boolean
  readonly maxPixels: number
  /** ISO 8601; dates after it are not believed. */
  readonly now: string
  readonly limits: TaskLimits
}

export interface TaskLimits {
  /** Milliseconds of CPU. */
  readonly cpu: number
  /** Bytes beside those that the process has. */
  readonly memory: number
}

/** `ready` comes once, when the child can take tasks; an answer has the number of its task. */
export type PreviewReply =
  | { readonly kind: 'ready' }
  | (PreviewAnswer & { readonly id: number; readonly memory: number })

/**
 * `refusal` is the image's fault, `failure` is not: its `code` is that of the operating system, if it has one. `overdue`:
 * the task is over its limits and the process has to be replaced. `memory` beside it: bytes that the process has then.
 */
export type PreviewAnswer =
  | { readonly kind: 'done'; readonly facts: ImageFacts }
  | { readonly kind: 'refusal'; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: 'failure'; readonly message: string; readonly code: string | undefined }
  | { readonly kind: 'overdue' }
