import type { ErrorCode } from '#contract/errors.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'

/** What the child process is asked to do. Without `target` it reads the facts alone. */
export interface PreviewTask {
  readonly source: string
  readonly target?: string
  readonly removeLocation: boolean
  readonly maxPixels: number
  /** ISO 8601; dates after it are not believed. */
  readonly now: string
}

export interface PreviewRequest extends PreviewTask {
  readonly id: number
}

/**
 * `ready` is said once, when the child can take requests. `refusal` is the image's fault, `failure` is not: its
 * `code` is that of the operating system, if it has one.
 */
export type PreviewReply = { readonly kind: 'ready' } | (PreviewAnswer & { readonly memory: number })

/** `memory` beside it: bytes that the process has when it is done. */
export type PreviewAnswer =
  | { readonly kind: 'done'; readonly id: number; readonly facts: ImageFacts }
  | { readonly kind: 'refusal'; readonly id: number; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string; readonly code: string | undefined }
