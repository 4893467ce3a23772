import { imageTypeOf } from '#contract/images/image-signatures.ts'
import type { ImageType } from '#contract/limits.ts'
import type { HeadReader, ImageHead } from '#server/ports/previewer.ts'
import { type FoundHead, maxParts } from './formats/found-head.ts'
import { readJpegHead } from './formats/jpeg-head.ts'
import { readPngHead } from './formats/png-head.ts'
import { readWebpHead } from './formats/webp-head.ts'

/** Reads type and size of an image while it streams in; keeps a few bytes, however long the metadata before the size is. */
export function createHeadReader(): HeadReader {
  let head: ImageHead = { kind: 'unknown' }
  let kept: Buffer = Buffer.alloc(0)
  let skip = 0
  let parts = 0

  return (chunk) => {
    if (head.kind === 'unsupported' || (head.kind === 'image' && (head.size || head.isTooComplex))) return head
    if (skip >= chunk.length) {
      skip -= chunk.length
      return head
    }
    kept = kept.length === 0 ? chunk.subarray(skip) : Buffer.concat([kept, chunk.subarray(skip)])
    skip = 0
    if (head.kind === 'unknown') head = recognise(kept)
    if (head.kind === 'image') {
      const { use, parts: passed = 0, ...found } = readers[head.mimeType](kept)
      parts += passed
      head = { ...head, ...found, ...(parts > maxParts && { isTooComplex: true }) }
      skip = Math.max(0, use - kept.length)
      kept = kept.subarray(use)
    }
    kept = Buffer.from(kept)
    return head
  }
}

function recognise(bytes: Buffer): ImageHead {
  const type = imageTypeOf(bytes)
  return type === 'unknown' || type === 'unsupported' ? { kind: type } : { kind: 'image', mimeType: type }
}

const readers: Record<ImageType, (bytes: Buffer) => FoundHead> = {
  'image/jpeg': readJpegHead,
  'image/png': readPngHead,
  'image/webp': readWebpHead,
}
