import { baseMemory, type FoundHead, maxParts, memoryForRows } from './found-head.ts'

/** Goes from marker to marker like libjpeg, which skips what is no marker, up to the frame header. */
export function readJpegHead(bytes: Buffer): FoundHead {
  let at = 0
  for (let parts = 0; ; parts++) {
    const marker = bytes[at] === 0xff ? at : bytes.indexOf(0xff, at)
    if (marker < 0) return { use: bytes.length, parts }
    const code = bytes[marker + 1]
    if (code === undefined || parts > maxParts) return { use: marker, parts }
    if (code === 0xff) at = marker + 1
    else if (isStandalone(code)) at = marker + 2
    else if (bytes.length < marker + 9) return { use: marker, parts }
    else if (isFrame(code)) return readFrame(code, bytes.subarray(marker))
    else {
      at = marker + 2 + bytes.readUInt16BE(marker + 2)
      if (at >= bytes.length) return { use: at, parts }
    }
  }
}

const isStandalone = (code: number): boolean => code <= 0x01 || (code >= 0xd0 && code <= 0xd9)

const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

const isProgressive = (code: number): boolean => (code & 3) === 2

const isArithmetic = (code: number): boolean => code > 0xc8

/** Marker, length, precision, height, width, number of components; for each its id, sampling factors and table. */
function readFrame(code: number, frame: Buffer): FoundHead {
  const height = frame.readUInt16BE(5)
  const size = { width: frame.readUInt16BE(7), height }
  const end = 10 + 3 * (frame[9] ?? 0)
  if (frame.length < end && frame.length < 2 + frame.readUInt16BE(2)) return { size, use: 0 }
  const megapixels = (size.width * size.height) / 1e6
  if (!isProgressive(code)) {
    const memory = memoryForRows(size.width * 3, 400)
    return { size, decoding: { memory, work: megapixels, isShown: !isArithmetic(code) }, use: 0 }
  }
  const memory = baseMemory + 2 * size.width * size.height * samplesPerPixel(frame.subarray(10, end))
  return { size, decoding: { memory, work: 5 * megapixels, isShown: !isArithmetic(code) }, use: 0 }
}

/** The decoder keeps two bytes for each sample of a progressive image. */
function samplesPerPixel(components: Buffer): number {
  const areas = Array.from({ length: Math.floor(components.length / 3) }, (_, index) => {
    const factors = components[index * 3 + 1] ?? 0
    return { across: factors >> 4, down: factors & 15 }
  })
  const across = Math.max(1, ...areas.map((area) => area.across))
  const down = Math.max(1, ...areas.map((area) => area.down))
  return areas.reduce((sum, area) => sum + (area.across * area.down) / (across * down), 0)
}
