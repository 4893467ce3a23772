import { blankContent, blankLocations } from './blank-locations.ts'
import type { EditableBytes } from './editable-bytes.ts'

/** Chunks that hold the picture. They are passed over. */
const pictureTypes = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']

/** Overwrites positions in the metadata chunks of a WebP file and in what follows its end. */
export function blankWebpLocations(bytes: EditableBytes): void {
  let at = 12
  while (at + 8 <= bytes.size) {
    const header = bytes.read(at, at + 8)
    const [type, length] = [header.toString('latin1', 0, 4), header.readUInt32LE(4)]
    const end = at + 8 + length
    if (end > bytes.size) break
    if (!pictureTypes.includes(type)) {
      const content = bytes.read(at + 8, end)
      if (blankContent(content)) bytes.write(at + 8, content)
    }
    at = end + (length % 2)
  }
  blankLocations(bytes, { start: at, end: bytes.size })
}
