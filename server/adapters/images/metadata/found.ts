import type { Pieces } from './pieces.ts'

/** What may stay besides the tables. */
export interface KeptContent {
  readonly placeNames: boolean
  /** What follows the image, without positions. */
  readonly trailers?: boolean
}

/** What a look through a file has found. */
export interface Found {
  /** What stays of it. */
  readonly pieces: Pieces
  /** Where the image ends and bytes follow that are no part of it. */
  readonly end: number
  /** The EXIF block, as it came. */
  readonly exif?: Buffer | undefined
  /** Of a PNG: texts by keyword, as they came. */
  readonly texts?: ReadonlyMap<string, string>
  /** Of a PNG: its chunks about colours, by type; of an embedded profile only its presence. */
  readonly colours?: ReadonlyMap<string, Buffer>
  /** Parts that exceed what any genuine file has; the rest is not inspected. */
  readonly tooMany?: { readonly limit: number; readonly what: 'scans' | 'segments' | 'chunks' }
}

/** Chunks of a PNG or WebP. Some programs write one for each row of the picture. */
export const maxFileChunks = 100_000

export const tooManyChunks = { tooMany: { limit: maxFileChunks, what: 'chunks' } } as const
