import { constants, deflateSync, inflateSync } from 'node:zlib'
import { blankContent } from './blank-locations.ts'

export const textTypes = ['tEXt', 'zTXt', 'iTXt']

/** Packed texts of a file that are looked into, in bytes unpacked. An honest file has less than one MB. */
export type UnpackBudget = { left: number }

interface PngText {
  readonly keyword: string
  /** All before the text: keyword, flags, languages. */
  readonly head: Buffer
  readonly content: Buffer
  readonly packed: boolean
}

/**
 * Overwrites positions in the data of a text chunk: XMP, and what ImageMagick calls raw profiles, EXIF as hexadecimal
 * digits. Answers the new data, of the same length, or at least `room` bytes shorter, or empty when the chunk has to
 * go as a whole; undefined when it has no position.
 */
export function blankPngText(
  { type, data, room }: { type: string; data: Buffer; room: number },
  budget: UnpackBudget,
): Buffer | undefined {
  const text = readText({ type, data }, budget)
  if (text === 'unreadable') return Buffer.alloc(0)
  if (!text || !blankText(text)) return undefined
  if (!text.packed) return Buffer.concat([text.head, text.content])
  const fitting = packInto(text.content, { length: data.length - text.head.length, room })
  return fitting ? Buffer.concat([text.head, fitting]) : Buffer.alloc(0)
}

function readText(
  { type, data }: { type: string; data: Buffer },
  budget: UnpackBudget,
): PngText | 'unreadable' | undefined {
  const keyEnd = data.indexOf(0)
  if (keyEnd < 0) return undefined
  const packed = type === 'zTXt' || (type === 'iTXt' && data[keyEnd + 1] === 1)
  const start = type === 'tEXt' ? keyEnd + 1 : type === 'zTXt' ? keyEnd + 2 : afterLanguages(data, keyEnd + 3)
  const [head, rest] = [data.subarray(0, start), data.subarray(start)]
  const keyword = data.toString('latin1', 0, keyEnd)
  if (!packed) return { keyword, head, content: Buffer.from(rest), packed }
  const content = unpack(rest, budget)
  if (content) return { keyword, head, content, packed }
  return /exif|xmp|app1|8bim/i.test(keyword) ? 'unreadable' : undefined
}

function afterLanguages(data: Buffer, from: number): number {
  const language = data.indexOf(0, from)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  return translated < 0 ? data.length : translated + 1
}

function unpack(packed: Buffer, budget: UnpackBudget): Buffer | undefined {
  try {
    const content = inflateSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, budget.left),
    })
    budget.left -= content.length
    return content
  } catch {
    return undefined
  }
}

function packInto(content: Buffer, { length, room }: { length: number; room: number }): Buffer | undefined {
  for (const level of [9, 8, 7, 6, 5, 4, 3, 2, 1]) {
    const packed = deflateSync(content, { level })
    if (packed.length === length || packed.length <= length - room) return packed
  }
  return undefined
}

const rawProfile = /^\s*\S[^\n]*\n\s*\d+\n/

function blankText({ keyword, content }: PngText): boolean {
  const start = rawProfile.exec(content.toString('latin1', 0, 200))?.[0].length
  if (start === undefined || !keyword.startsWith('Raw profile type ')) return blankContent(content)
  const digits = content.subarray(start)
  const profile = Buffer.from(digits.toString('latin1').replace(/[^0-9a-f]/gi, ''), 'hex')
  if (!blankContent(profile)) return false
  const hex = profile.toString('hex')
  let next = 0
  for (let at = 0; at < digits.length && next < hex.length; at++) {
    if (isHexDigit(digits[at] ?? 0)) digits[at] = hex.charCodeAt(next++)
  }
  return true
}

const isHexDigit = (code: number): boolean => /[0-9a-f]/i.test(String.fromCharCode(code))
