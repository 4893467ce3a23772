import { baseMemory, type FoundHead, nothingFound } from './found-head.ts'

type Size = { readonly width: number; readonly height: number }

export function readWebpHead(bytes: Buffer): FoundHead {
  if (bytes.length < 30) return { use: 0 }
  const chunk = chunks[bytes.toString('latin1', 12, 16)]
  if (!chunk) return nothingFound
  const size = chunk.size(bytes)
  const pixels = size.width * size.height
  const memory = baseMemory + pixels * chunk.bytesPerPixel
  return { size, decoding: { memory, work: (5 * pixels) / 1e6, isShown: true }, use: 0 }
}

/** The lossless decoder keeps the whole picture; an extended file may hold either kind and usually holds a photo. */
const chunks: Record<string, { readonly bytesPerPixel: number; readonly size: (bytes: Buffer) => Size }> = {
  VP8X: {
    bytesPerPixel: 3,
    size: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
  },
  'VP8 ': {
    bytesPerPixel: 0.5,
    size: (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  },
  VP8L: {
    bytesPerPixel: 4.4,
    size: (bytes) => ({
      width: (bytes.readUInt32LE(21) & 0x3fff) + 1,
      height: ((bytes.readUInt32LE(21) >>> 14) & 0x3fff) + 1,
    }),
  },
}
