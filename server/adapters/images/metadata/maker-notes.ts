import { jpegSignature } from '#contract/images/image-signatures.ts'
import { looseText, mayContainLocation } from './position-text.ts'
import { openTiff, readDirectory } from './tiff.ts'

/** How the notes of makers begin that are known to hold no position. */
const makers = ['Apple iOS', 'FUJIFILM', 'OLYMP', 'OM SYSTEM', 'SIGMA', 'FOVEON']

/** Makes whose notes begin without a header. */
const makes = /^(?:canon|minolta|konica)/i

const nikonHeader = 10
const nikonLocation = 0x0039

/**
 * Whether the notes of a camera's maker stay: those known to hold no position, without an image or EXIF of their own. The
 * others hold positions, names of places, or undocumented data.
 */
export function isKeptNote(note: Buffer, make: string): boolean {
  if (note.every((byte) => byte === 0)) return true
  const start = note.toString('latin1', 0, 16)
  const isKnown = makers.some((maker) => start.startsWith(maker)) || makes.test(make) || isNikonWithoutLocation(note)
  return isKnown && !note.includes('Exif\0') && !note.includes(jpegStart) && !mayContainLocation(looseText(note))
}

const jpegStart = Buffer.from(jpegSignature)

/** Nikon's notes are a TIFF structure behind their name and version. */
function isNikonWithoutLocation(note: Buffer): boolean {
  if (note.toString('latin1', 0, 6) !== 'Nikon\0') return false
  const tiff = openTiff(note.subarray(nikonHeader))
  const directory = tiff && readDirectory(tiff, tiff.first)
  return directory?.truncated === false && directory.entries.every(({ tag }) => tag !== nikonLocation)
}
