const headBytes = 2 ** 18
const exifName = 'Exif\0\0'

/** The EXIF data of a JPEG, from its TIFF header on; undefined where there is none. */
export async function exifOfJpeg(file: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
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
