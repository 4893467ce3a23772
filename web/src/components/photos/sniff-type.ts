export type SniffedType = 'image/jpeg' | 'image/png' | 'image/webp' | 'heic' | 'other' | 'empty'

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1', 'heif']

/** The type by the first bytes, as the server judges it: names and declared types say nothing. */
export const sniffType = (head: Uint8Array): SniffedType => {
  if (head.length === 0) return 'empty'
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (head[0] === 0x89 && ascii(head, 1, 4) === 'PNG') return 'image/png'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(head, 4, 8) === 'ftyp' && heicBrands.includes(ascii(head, 8, 12))) return 'heic'
  return 'other'
}
