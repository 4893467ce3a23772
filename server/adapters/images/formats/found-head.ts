import type { ImageHead } from '#server/ports/previewer.ts'

/** What the first bytes of a file reveal, and how many of them were used; more than there are when following bytes can be skipped. */
export type FoundHead = Pick<ImageHead & { kind: 'image' }, 'size' | 'decoding'> & {
  readonly use: number
  /** Parts that were passed. */
  readonly parts?: number
}

/** Nothing that follows adds anything. */
export const nothingFound: FoundHead = { use: Number.POSITIVE_INFINITY }

/** Bytes that sharp needs for any image, beside those of its process. */
export const baseMemory = 20_000_000

/** Rows of the stored size that sharp keeps while it scales an image down: at most about 1,000 of PNG, 400 of JPEG. */
export const memoryForRows = (rowBytes: number, rows: number): number => baseMemory + rowBytes * rows

/** Segments of a JPEG: more than any camera or program writes, by far. */
export const maxParts = 20_000
