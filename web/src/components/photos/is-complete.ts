import type { ImageType } from '#contract/limits.ts'

const tailBytes = 64 * 1024
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

/** Where the picture begins in a JPEG, behind metadata and an embedded thumbnail with an end of its own. */
async function startOfScan(file: Blob): Promise<number | undefined> {
  let at = 2
  while (at + 4 <= file.size) {
    const [marker, kind, high = 0, low = 0] = await bytesOf(file.slice(at, at + 4))
    if (marker !== 0xff) return undefined
    if (kind === 0xda) return at
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
  const start = await startOfScan(file)
  return start !== undefined && endsWith(file, endOfJpeg, start)
}
