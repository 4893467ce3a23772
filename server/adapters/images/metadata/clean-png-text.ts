import { constants, deflateSync, inflateSync } from 'node:zlib'
import { cleanExif } from './clean-exif.ts'
import { cleanIptc } from './clean-iptc.ts'
import { cleanInside, xmpMark } from './clean-jpeg.ts'
import { cleanPhotoshop } from './clean-photoshop.ts'
import { cleanXmp } from './clean-xmp.ts'
import type { KeptContent } from './found.ts'
import type { Picture } from './jpeg-segments.ts'
import type { Replacement } from './pieces.ts'
import { looseText, mayContainLocation } from './position-text.ts'
import { isKeptField } from './xmp-fields.ts'

export const textTypes: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt'])

/** Bytes of packed texts of a file that are looked into. An honest file has less than one MB. */
type TextBudget = { left: number }

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

export interface Context {
  readonly kept: KeptContent
  readonly budget: TextBudget
  readonly picture: Picture
  readonly found: { exif?: Buffer; readonly texts: Map<string, string> }
}

/** Keywords of the standard and of ImageMagick whose text stays unless it holds a position. */
const keptKeywords =
  /^(?:Title|Author|Artist|Description|Copyright|Creation Time|Create-Date|Software|Disclaimer|Warning|Source|Comment|(?:date|png|icc|jpeg|tiff|rdf):[\w:-]+)$/

export function cleanPngText({ type, data }: Chunk, context: Context): Replacement {
  const text = readText({ type, data }, context.budget)
  if (!text) return undefined
  const { keyword, content } = text
  if (!text.packed && content.length < 1000 && context.found.texts.size < 200) {
    context.found.texts.set(keyword, content.toString('utf8'))
  }
  const cleaned = cleanContent(keyword, content, context)
  if (!cleaned || cleaned === 'same') return cleaned
  return Buffer.concat([text.head, text.packed ? deflateSync(cleaned) : cleaned])
}

function cleanContent(keyword: string, content: Buffer, context: Context): Replacement {
  if (keyword === 'XML:com.adobe.xmp') return cleanXmp(content, context.kept)
  const profile = /^Raw profile type (\w+)$/.exec(keyword)?.[1]?.toLowerCase()
  if (profile) return cleanProfile(profile, content, context)
  const exif = /^exif:(\w+)$/.exec(keyword)?.[1]
  const isKept = exif ? isKeptExif(exif) : keptKeywords.test(keyword)
  return isKept && !mayContainLocation(looseText(content)) ? 'same' : undefined
}

const isKeptExif = (name: string): boolean =>
  ['exif', 'exifEX', 'tiff'].some((prefix) => isKeptField(prefix, name, { placeNames: false })) ||
  /^(?:Offset|SubSec)Time/.test(name)

/** ImageMagick's raw profiles: an empty line, a name, a length and lines of hexadecimal digits. */
const rawProfile = /^\s*([^\n]*)\n\s*\d+\n([0-9a-f\s]*)$/i

function cleanProfile(profile: string, content: Buffer, context: Context): Replacement {
  const [, name = '', digits] = rawProfile.exec(content.toString('latin1')) ?? []
  if (digits === undefined) return undefined
  const bytes = Buffer.from(digits.replace(/\s/g, ''), 'hex')
  const cleaned = cleanBytes(profile, bytes, context)
  if (!cleaned || cleaned === 'same') return cleaned
  const lines = cleaned.toString('hex').replace(/.{72}/g, '$&\n')
  return Buffer.from(`\n${name}\n${String(cleaned.length).padStart(8)}\n${lines}\n`, 'latin1')
}

function cleanBytes(profile: string, bytes: Buffer, { kept, picture, found }: Context): Replacement {
  const start = bytes.toString('latin1', 0, xmpMark.length)
  if (start === xmpMark) return cleanInside(bytes, xmpMark, (xmp) => cleanXmp(xmp, kept))
  if (profile === 'exif' || profile === 'app1' || start.startsWith('Exif')) {
    found.exif ??= bytes
    return cleanExif(bytes, picture)
  }
  if (profile === 'xmp') return cleanXmp(bytes, kept)
  if (profile === 'icc' || profile === 'icm') return 'same'
  if (profile !== 'iptc' && profile !== '8bim') return undefined
  return start.startsWith('8BIM') ? cleanPhotoshop(bytes, kept) : cleanIptc(bytes, kept)
}

interface PngText {
  readonly keyword: string
  /** All before the text: keyword, flags, languages. */
  readonly head: Buffer
  readonly content: Buffer
  readonly packed: boolean
}

/** undefined when it cannot be read, or unpacks to more than is looked into. */
function readText({ type, data }: Chunk, budget: TextBudget): PngText | undefined {
  const keyEnd = data.indexOf(0)
  if (keyEnd < 0) return undefined
  const packed = type === 'zTXt' || (type === 'iTXt' && data[keyEnd + 1] === 1)
  const start = type === 'tEXt' ? keyEnd + 1 : type === 'zTXt' ? keyEnd + 2 : afterLanguages(data, keyEnd + 3)
  const [head, rest] = [data.subarray(0, start), data.subarray(start)]
  const content = packed ? unpack(rest, budget) : rest
  return content && { keyword: data.toString('latin1', 0, keyEnd), head, content, packed }
}

/** The keyword again in another language goes unread: texts do not have one. */
function afterLanguages(data: Buffer, from: number): number {
  const language = data.indexOf(0, from)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  return translated < 0 ? data.length : translated + 1
}

const maxText = 2 * 1024 * 1024

function unpack(packed: Buffer, budget: TextBudget): Buffer | undefined {
  if (budget.left <= 0) return undefined
  try {
    const maxOutputLength = Math.min(maxText, budget.left)
    const content = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength })
    budget.left -= content.length + packed.length
    return content
  } catch {
    budget.left -= Math.min(maxText, budget.left)
    return undefined
  }
}
