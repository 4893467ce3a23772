import { imageTypeOf } from '#contract/images/image-signatures.ts'
import type { ImageType } from '#contract/limits.ts'
import { whilePreparing } from './convert/preparing.ts'
import { toJpeg } from './convert/to-jpeg.ts'

export interface UploadLimits {
  readonly maxFileSizeMb: number
  readonly maxImagePixels: number
  readonly maxImagesPerGroup: number
}

export interface Rejected {
  readonly name: string
  readonly size: number
  /** Of a photo with too many. */
  readonly pixels?: number
  readonly reason: 'heic' | 'type' | 'size' | 'empty' | 'unreadable' | 'damaged' | 'pixels' | 'count'
}

/** HEIC and AVIF become JPEG here; a file that cannot be decoded stays what it is. */
const sendable = async (file: File): Promise<{ file: File; type: Awaited<ReturnType<typeof typeOf>> }> => {
  const type = await typeOf(file)
  if (type !== 'heic' && type !== 'avif') return { file, type }
  return whilePreparing(toJpeg(file)).then(
    (jpeg) => ({ file: jpeg, type: 'image/jpeg' }),
    () => ({ file, type }),
  )
}

const reasonOf = async (
  { file, type }: Awaited<ReturnType<typeof sendable>>,
  limits: UploadLimits,
): Promise<Rejected['reason'] | undefined> => {
  if (type === 'empty' || type === 'heic' || type === 'unreadable') return type
  if (type === 'other' || type === 'avif') return 'type'
  if (file.size > limits.maxFileSizeMb * 2 ** 20) return 'size'
  if ((await pixelsOf(file, type).catch(() => 0)) > limits.maxImagePixels) return 'pixels'
  const complete = await isComplete(file, type).catch(() => undefined)
  if (complete === undefined) return 'unreadable'
  return complete ? undefined : 'damaged'
}

const typeOf = async (file: File): Promise<SniffedType | 'unreadable'> =>
  file
    .slice(0, 16)
    .arrayBuffer()
    .then((head) => sniffType(new Uint8Array(head)))
    .catch(() => 'unreadable' as const)

interface CheckedFiles {
  readonly accepted: File[]
  readonly rejected: Rejected[]
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Splits chosen files into those that can be sent and those that cannot, with the reason. One choice is checked after the
 * other: `taken` photos are there already, those of the choices before included.
 */
export const checkFiles = (
  files: readonly File[],
  limits: UploadLimits,
  taken: () => number,
): Promise<CheckedFiles> => {
  const checked = before.then(() => checkChoice(files, limits, taken()))
  before = checked.catch(() => undefined)
  return checked
}

const checkChoice = async (files: readonly File[], limits: UploadLimits, taken: number): Promise<CheckedFiles> => {
  const accepted: File[] = []
  const rejected: Rejected[] = []
  for (const file of files) {
    const { name, size } = file
    const ready = await sendable(file)
    const reason = await reasonOf(ready, limits)
    if (reason === 'pixels') rejected.push({ name, size, reason, pixels: await pixelsOf(ready.file, ready.type) })
    else if (reason) rejected.push({ name, size, reason })
    else if (taken + accepted.length >= limits.maxImagesPerGroup) rejected.push({ name, size, reason: 'count' })
    else accepted.push(ready.file)
  }
  return { accepted, rejected }
}

type SniffedType = ImageType | 'heic' | 'avif' | 'other' | 'empty'

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1', 'heif']

/** The type by the first bytes, as the server judges it: names and declared types say nothing. */
export const sniffType = (head: Uint8Array): SniffedType => {
  if (head.length === 0) return 'empty'
  const type = imageTypeOf(head)
  if (type !== 'unknown' && type !== 'unsupported') return type
  if (ascii(head, 4, 8) === 'ftyp' && heicBrands.includes(ascii(head, 8, 12))) return 'heic'
  if (ascii(head, 4, 12) === 'ftypavif') return 'avif'
  return 'other'
}

const tailBytes = 64 * 1024
const startOfScan = 0xda
const endOfJpeg = [0xff, 0xd9]
const endOfPng = [...'IEND'].map((letter) => letter.charCodeAt(0))

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer())

function includes(bytes: Uint8Array, pattern: readonly number[]): boolean {
  const [first = 0, ...rest] = pattern
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (rest.every((byte, n) => bytes[at + 1 + n] === byte)) return true
  }
  return false
}

/** Most files end with it; others have something behind the picture, such as the video of a motion photo. */
const endsWith = async (file: Blob, pattern: readonly number[], from: number): Promise<boolean> =>
  includes(await bytesOf(file.slice(Math.max(from, file.size - tailBytes))), pattern) ||
  includes(await bytesOf(file.slice(from)), pattern)

/** Where the first wanted segment of a JPEG begins. */
async function segmentOf(file: Blob, isWanted: (kind: number) => boolean): Promise<number | undefined> {
  let at = 2
  while (at + 4 <= file.size) {
    const [marker, kind = 0, high = 0, low = 0] = await bytesOf(file.slice(at, at + 4))
    if (marker !== 0xff) return undefined
    if (isWanted(kind)) return at
    // Bytes that fill the space before a marker.
    at += kind === 0xff ? 1 : 2 + high * 256 + low
  }
  return undefined
}

/** Whether the picture is there to its end. A copy or download that broke off lacks the rest (D67). */
export async function isComplete(file: Blob, type: ImageType): Promise<boolean> {
  if (type === 'image/png') return endsWith(file, endOfPng, 8)
  if (type === 'image/webp') {
    const [a = 0, b = 0, c = 0, d = 0] = await bytesOf(file.slice(4, 8))
    return file.size >= 8 + a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24
  }
  // Behind metadata and an embedded thumbnail with an end of its own.
  const start = await segmentOf(file, (kind) => kind === startOfScan)
  return start !== undefined && endsWith(file, endOfJpeg, start)
}

/** The sizes in a frame of a JPEG: all kinds of frames but tables, which have numbers among theirs. */
const isFrame = (kind: number): boolean => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)

/** Pixels by the header, without decoding; 0 for a file that does not say. */
async function pixelsOf(file: Blob, type: SniffedType | 'unreadable'): Promise<number> {
  const at = type === 'image/jpeg' ? ((await segmentOf(file, isFrame)) ?? file.size) : 0
  const head = new DataView(await file.slice(at, at + 32).arrayBuffer())
  if (type === 'image/jpeg') return head.getUint16(5) * head.getUint16(7)
  if (type === 'image/png') return head.getUint32(16) * head.getUint32(20)
  const kind = head.getUint8(15)
  // The lossless one and the one with further parts count from 0.
  if (kind === 0x4c)
    return ((head.getUint16(21, true) & 0x3fff) + 1) * (((head.getUint32(21, true) >> 14) & 0x3fff) + 1)
  if (kind === 0x58) return ((head.getUint32(24, true) & 0xffffff) + 1) * ((head.getUint32(26, true) >>> 8) + 1)
  return (head.getUint16(26, true) & 0x3fff) * (head.getUint16(28, true) & 0x3fff)
}
