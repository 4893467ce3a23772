import type { Pieces } from './pieces.ts'

/** What may stay besides the tables. */
export interface KeptContent {
  readonly placeNames: boolean
}

/** What a look through a file has found. */
export interface Found {
  /** What stays of it. */
  readonly pieces: Pieces
  /** The EXIF block, as it came. */
  readonly exif?: Buffer | undefined
  /** Of a PNG: texts by keyword, as they came. */
  readonly texts?: ReadonlyMap<string, string>
  /** Of a PNG without a colour profile: the exponent its samples were made with. */
  readonly gamma?: number
  /** Of a JPEG: how often its decoder goes through the picture. */
  readonly scans?: number
  /** Of a JPEG: segments and the like; what comes after `maxParts` goes unseen. */
  readonly parts?: number
}
