import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'
import { cleanWebp } from './clean-webp.ts'
import { withFileBytes } from './file-bytes.ts'
import type { Found, KeptContent } from './found.ts'
import { createPieces, rewriteFile } from './pieces.ts'

/** Looks through a file: what stays of it, and what its metadata said. */
export const inspectOriginal = (path: string, kept: KeptContent): Found & { isWhole: boolean } =>
  withFileBytes(path, (bytes) => {
    const start = bytes.read(0, 12).toString('latin1')
    const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP')
    const clean = start.startsWith('\xff\xd8')
      ? cleanJpeg
      : start.startsWith('\x89PNG')
        ? cleanPng
        : isWebp
          ? cleanWebp
          : undefined
    const found = clean?.(bytes, kept)
    return found
      ? { ...found, isWhole: bytes.size === 0 || found.pieces.isWhole(bytes.size) }
      : { pieces: createPieces(), isWhole: true }
  })

/**
 * Takes out of a JPEG, PNG or WebP file everything that is not known to be harmless: positions, notes of makers, other
 * images, videos (D60). The picture is not decoded; a file without any of it is not written to. Time and memory grow
 * with the file at most; it throws only when the file cannot be read or written.
 */
export function cleanOriginal(path: string, kept: KeptContent): Found {
  const found = inspectOriginal(path, kept)
  if (!found.isWhole) rewriteFile(path, found.pieces)
  return found
}
