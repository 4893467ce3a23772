import type { ImageFacts } from './previewer.ts'

/** An image whose files are durable, but that is not yet part of a group. */
export interface ReceivedImage {
  readonly fileName: string
  readonly previewName: string
  /** The client's file name. */
  readonly originalName: string
  readonly fileSize: number
  readonly facts: ImageFacts
}
