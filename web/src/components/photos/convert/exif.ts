/** Of HEIC and AVIF: the list of their items comes within this many bytes. */
const headBytes = 2 ** 19
/** More does not fit into a JPEG. */
const maxExifBytes = 65_000

interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

const typeAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

function boxes(view: DataView, { start, end }: Pick<Box, 'start' | 'end'>): Box[] {
  const found: Box[] = []
  for (let at = start; at + 8 <= end; ) {
    const size = view.getUint32(at) || end - at
    if (size < 8 || at + size > end) break
    found.push({ type: typeAt(view, at + 4), start: at + 8, end: at + size })
    at += size
  }
  return found
}

/** Reads numbers of 0 to 8 bytes one after another. */
const reader = (view: DataView, start: number) => {
  let at = start
  return (bytes: number): number => {
    let value = 0
    for (let n = 0; n < bytes; n += 1) value = value * 256 + view.getUint8(at++)
    return value
  }
}

function exifItem(view: DataView, { start, end }: Box): number | undefined {
  const countBytes = view.getUint8(start) === 0 ? 2 : 4
  for (const entry of boxes(view, { start: start + 4 + countBytes, end })) {
    const idBytes = view.getUint8(entry.start) === 3 ? 4 : 2
    if (typeAt(view, entry.start + 4 + idBytes + 2) === 'Exif') return reader(view, entry.start + 4)(idBytes)
  }
  return undefined
}

/** Where the bytes of an item are in the file. */
function placeOf(view: DataView, iloc: Box, wanted: number): { from: number; length: number } | undefined {
  const version = view.getUint8(iloc.start)
  const next = reader(view, iloc.start + 4)
  const sizes = next(1)
  const moreSizes = next(1)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, moreSizes >> 4]
  const indexBytes = version === 0 ? 0 : moreSizes & 15
  const idBytes = version === 2 ? 4 : 2
  for (let left = next(idBytes); left > 0; left -= 1) {
    const id = next(idBytes)
    const method = version === 0 ? 0 : next(2) & 15
    next(2)
    const base = next(baseBytes)
    const extents = Array.from({ length: next(2) }, () => {
      next(indexBytes)
      return { from: base + next(offsetBytes), length: next(lengthBytes) }
    })
    if (id === wanted) return method === 0 && extents.length === 1 ? extents[0] : undefined
  }
  return undefined
}

async function placeOfExif(file: Blob): Promise<{ from: number; length: number } | undefined> {
  const view = new DataView(await file.slice(0, headBytes).arrayBuffer())
  const meta = boxes(view, { start: 0, end: view.byteLength }).find(({ type }) => type === 'meta')
  if (!meta) return undefined
  const inner = boxes(view, { start: meta.start + 4, end: meta.end })
  const [iinf, iloc] = ['iinf', 'iloc'].map((type) => inner.find((box) => box.type === type))
  const item = iinf && exifItem(view, iinf)
  return iloc && item !== undefined ? placeOf(view, iloc, item) : undefined
}

/** The EXIF data of a HEIC or AVIF file, from its TIFF header on; undefined where there is none, or none that is readable. */
export async function exifOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const place = await placeOfExif(file)
    if (!place || place.length > maxExifBytes) return undefined
    const bytes = new Uint8Array(await file.slice(place.from, place.from + place.length).arrayBuffer())
    const tiff = 4 + new DataView(bytes.buffer).getUint32(0)
    return tiff + 8 <= bytes.length ? bytes.slice(tiff) : undefined
  } catch {
    return undefined
  }
}

const jpegHeadBytes = 2 ** 18
const exifName = 'Exif\0\0'

/** The EXIF data of a JPEG, from its TIFF header on; undefined where there is none. */
export async function exifOfJpeg(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(await file.slice(0, jpegHeadBytes).arrayBuffer())
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const [marker = 0, high = 0, low = 0] = bytes.subarray(at + 1, at + 4)
    const end = at + 2 + high * 256 + low
    if (marker === 0xda || end > bytes.length) return undefined
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 10))
    if (marker === 0xe1 && name === exifName) return bytes.slice(at + 10, end)
    at = end
  }
  return undefined
}

const orientationTag = 0x0112

/** Marks the picture as upright in its EXIF data: decoding has rotated it. */
export function setUpright(tiff: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const little = tiff[0] === 0x49
  const directory = view.getUint32(4, little)
  const entries = view.getUint16(directory, little)
  for (let at = directory + 2; at < directory + 2 + entries * 12; at += 12)
    if (view.getUint16(at, little) === orientationTag) view.setUint16(at + 8, 1, little)
}

const marker = [0xff, 0xe1]
const name = [0x45, 0x78, 0x69, 0x66, 0, 0]

/** The JPEG with EXIF data as its first segment. */
export function withExif(jpeg: Blob, tiff: Uint8Array<ArrayBuffer>): Blob {
  const length = 2 + name.length + tiff.length
  const head = new Uint8Array([0xff, 0xd8, ...marker, length >> 8, length & 255, ...name])
  return new Blob([head, tiff, jpeg.slice(2)], { type: 'image/jpeg' })
}
