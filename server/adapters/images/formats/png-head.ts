import { baseMemory, type FoundHead, memoryForRows, nothingFound } from './found-head.ts'

/** Samples of a pixel by colour type. A palette becomes RGB, with transparency RGBA. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }

export function readPngHead(bytes: Buffer): FoundHead {
  if (bytes.length < 29) return { use: 0 }
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return nothingFound
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const depth = bytes[24] === 16 ? 2 : 1
  const row = size.width * (samples[bytes[25] ?? 2] ?? 4) * depth
  const isInterlaced = bytes[28] === 1
  const memory = isInterlaced ? baseMemory + row * size.height : memoryForRows(row, 1_000)
  const work = ((size.width * size.height) / 1e6) * (depth === 2 ? 5 : 1.3) * (isInterlaced ? 2.5 : 1)
  return { size, decoding: { memory, work, isShown: true }, use: 0 }
}
