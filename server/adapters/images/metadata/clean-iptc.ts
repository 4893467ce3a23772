import type { KeptContent } from './found.ts'
import type { Replacement } from './pieces.ts'
import { looseText, mayContainLocation } from './position-text.ts'

/** Fields that stay, by record: version, title, urgency, categories, keywords, dates, authors, rights, caption. */
const keptFields: Record<number, ReadonlySet<number>> = {
  1: new Set([0, 5, 20, 22, 30, 40, 50, 60, 70, 80, 90, 100, 120]),
  2: new Set([
    ...[0, 3, 4, 5, 7, 8, 10, 12, 15, 20, 22, 25, 30, 35, 37, 38, 40, 42, 47, 50, 55, 60, 62, 63, 65, 70, 75, 80, 85],
    ...[103, 105, 110, 115, 116, 118, 120, 121, 122, 130, 131, 135, 184, 185, 186, 187, 188, 221],
  ]),
}
/** City, region, code and name of the country; the sublocation (92) and content locations (26, 27) never stay. */
const placeFields = new Set([90, 95, 100, 101])
const head = 5

/** Leaves of an IPTC block the fields listed, without texts that hold a position. What follows the last readable one goes. */
export function cleanIptc(content: Buffer, kept: KeptContent): Replacement {
  const fields: Buffer[] = []
  let changed = false
  let at = 0
  while (content[at] === 0x1c && at + head <= content.length) {
    const length = content.readUInt16BE(at + 3)
    // Longer fields have the length of their length here. None of those listed is so long.
    if (length > 0x7fff || at + head + length > content.length) break
    const field = content.subarray(at, at + head + length)
    if (keepsField(field, kept)) fields.push(field)
    else changed = true
    at += field.length
  }
  if (content.subarray(at).some((byte) => byte !== 0)) changed = true
  if (!changed) return 'same'
  return fields.length === 0 ? undefined : Buffer.concat(fields)
}

function keepsField(field: Buffer, { placeNames }: KeptContent): boolean {
  const [, record = 0, number = 0] = field
  if (record === 2 && placeFields.has(number)) return placeNames
  if (!keptFields[record]?.has(number)) return false
  return number === 0 || !mayContainLocation(looseText(field.subarray(head)))
}
