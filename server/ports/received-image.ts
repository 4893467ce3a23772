import type { ImageFacts } from './previewer.ts'

/** An image whose files are durable, but that is not yet part of a group. */
export interface ReceivedImage {
  readonly fileName: string
  readonly previewName: string
  /** As the client called it. */
  readonly originalName: string
  readonly fileSize: number
  readonly facts: ImageFacts
}
