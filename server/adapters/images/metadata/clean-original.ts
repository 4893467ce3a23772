import { truncateSync } from 'node:fs'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'
import { keepTrailer } from './clean-trailer.ts'
import { cleanWebp } from './clean-webp.ts'
import { type FileBytes, withFileBytes } from './file-bytes.ts'
import type { Found, KeptContent } from './found.ts'
import { createPieces, patchFile, rewriteFile } from './pieces.ts'

type Inspected = Found & {
  /** Nothing has to go. */
  readonly isWhole: boolean
  readonly size: number
}

/** Looks through a file: what stays of it, and what its metadata said. */
export const inspectOriginal = (path: string, kept: KeptContent): Inspected =>
  withFileBytes(path, (bytes) => {
    const { size } = bytes
    const found = cleanerOf(bytes)?.(bytes, kept)
    if (!found) return { pieces: createPieces(), end: size, isWhole: true, size }
    if (kept.trailers) keepTrailer(bytes, found)
    return { ...found, isWhole: size === 0 || found.pieces.isWhole(size), size }
  })

function cleanerOf(bytes: FileBytes): ((bytes: FileBytes, kept: KeptContent) => Found) | undefined {
  const start = bytes.read(0, 12).toString('latin1')
  if (start.startsWith('\xff\xd8')) return cleanJpeg
  if (start.startsWith('\x89PNG')) return cleanPng
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? cleanWebp : undefined
}

interface Cleaning extends KeptContent {
  /** A crash removes the file: it can be changed where it is. */
  readonly isDraft?: boolean
}

/**
 * Takes out of a JPEG, PNG or WebP file everything that is not known to be harmless: positions, notes of makers, other
 * images, videos (D60). The picture is not decoded; a file without any of it is not written to. Time and memory grow
 * with the file at most; it throws only when the file cannot be read or written.
 */
export function cleanOriginal(path: string, { isDraft = false, ...kept }: Cleaning): Found {
  const found = inspectOriginal(path, kept)
  const { isWhole, pieces } = found
  if (!isWhole && !(isDraft && patchFile(path, pieces))) rewriteFile(path, pieces)
  return found
}

/** Takes only what follows the image out of a file. */
export function cutTrailer(path: string, { end, size }: Inspected): void {
  if (end < size) truncateSync(path, end)
}
