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
