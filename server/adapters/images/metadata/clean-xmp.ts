import type { KeptContent } from './found.ts'
import type { Replacement } from './pieces.ts'
import { mayContainLocation } from './position-text.ts'
import { readMarkup, type XmlAttribute, type XmlMarkup } from './xml-markup.ts'
import { isKeptField, namespaces } from './xmp-fields.ts'

/** Longer packets go as a whole (D61). */
const maxLength = 1024 * 1024

/** Leaves of an XMP packet the fields that `xmp-fields.ts` lists. A packet that cannot be read goes. */
export function cleanXmp(packet: Buffer, kept: KeptContent): Replacement {
  if (packet.length > maxLength) return undefined
  const text = decode(packet)
  const cleaned = text === undefined ? undefined : cleanText(text, kept)
  if (cleaned === undefined) return undefined
  return cleaned === text ? 'same' : Buffer.from(cleaned, 'utf8')
}

/** UTF-8, or UTF-16 with a byte order mark or an even `<`; nothing else is used. */
function decode(packet: Buffer): string | undefined {
  const encoding =
    packet[0] === 0xfe || packet[0] === 0 ? 'utf-16be' : packet[1] === 0 || packet[0] === 0xff ? 'utf-16le' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(packet)
    return text.includes('\0') && text.replace(/\0+$/, '').includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

interface Cleaning {
  readonly text: string
  readonly kept: KeptContent
  /** By prefix, as the packet declares them. */
  readonly declared: Map<string, string>
  readonly out: string[]
}

/** Elements around the fields, by depth. Other tools leave out the first. */
const frames = [/^x:x[am]pmeta$/, /^rdf:RDF$/, /^rdf:Description$/]

function cleanText(text: string, kept: KeptContent): string | undefined {
  const cleaning: Cleaning = { text, kept, declared: new Map(), out: [] }
  const open: string[] = []
  let at = 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const between = text.slice(at, next < 0 ? undefined : next)
    cleaning.out.push(keptSpace(between))
    if (next < 0) break
    const markup = readMarkup(text, next)
    if (!markup) return undefined
    const end = copyMarkup(cleaning, { markup, at: next, open })
    if (end === undefined) return undefined
    at = end
  }
  return open.length === 0 ? cleaning.out.join('') : undefined
}

const keptSpace = (text: string): string => (/^[\s\0\ufeff]*$/.test(text) ? text : '')

interface Place {
  readonly markup: XmlMarkup
  readonly at: number
  /** Names of the elements around it. */
  readonly open: string[]
}

/** Returns where the rest begins; undefined if the packet is not XMP. */
function copyMarkup(cleaning: Cleaning, { markup, at, open }: Place): number | undefined {
  const { text, out } = cleaning
  if (markup.kind === 'other') {
    if (/^<\?xpacket [^?<>]{0,100}\?>$/.test(text.slice(at, markup.end))) out.push(text.slice(at, markup.end))
    return markup.end
  }
  if (markup.kind === 'close') {
    if (open.pop() !== /^<\/([^\s>]*)/.exec(text.slice(at, markup.end))?.[1]) return undefined
    out.push(text.slice(at, markup.end))
    return markup.end
  }
  declare(cleaning, markup.attributes)
  const depth = frames.findIndex((frame) => frame.test(markup.name))
  if (depth >= 0 && isInPlace(open, depth)) {
    out.push(openTag(cleaning, markup, at))
    if (!markup.empty) open.push(markup.name)
    return markup.end
  }
  if (open.at(-1) !== 'rdf:Description') return undefined
  const end = endOfElement(text, markup)
  if (end === undefined) return undefined
  if (isKept(cleaning, markup.name) && isPlain(cleaning, { at, end })) out.push(text.slice(at, end))
  return end
}

/** In the order of the frames, each at most once. */
const isInPlace = (open: readonly string[], depth: number): boolean =>
  open.length <= depth && open.every((name, index) => frames[depth - open.length + index]?.test(name))

function declare({ text, declared }: Cleaning, attributes: readonly XmlAttribute[]): void {
  for (const { name, start, end } of attributes) {
    if (!name.startsWith('xmlns:')) continue
    const uri = text.slice(start, end).replace(/^[^"']*["']|["']$/g, '')
    const prefix = name.slice(6)
    const known = namespaces[uri] ?? ''
    // A prefix with two meanings has none.
    declared.set(prefix, declared.has(prefix) && declared.get(prefix) !== known ? '' : known)
  }
}

function isKept({ declared, kept }: Cleaning, name: string): boolean {
  const [prefix = '', local = ''] = name.split(':')
  return isKeptField(declared.get(prefix) ?? prefix, local, kept)
}

function openTag(cleaning: Cleaning, markup: XmlMarkup & { kind: 'element' }, at: number): string {
  const { text } = cleaning
  const gone = markup.attributes.filter(({ name, start, end }) => {
    if (name.startsWith('xmlns:') || name === 'rdf:about' || name === 'x:xmptk')
      return mayContainLocation(text.slice(start, end))
    return !isKept(cleaning, name) || mayContainLocation(text.slice(start, end))
  })
  let from = at
  const kept = gone.map(({ start, end }) => {
    const before = text.slice(from, start)
    from = end
    return before
  })
  return kept.join('') + text.slice(from, markup.end)
}

/** Where the element ends that begins with this tag; undefined when it does not. */
function endOfElement(text: string, first: XmlMarkup & { kind: 'element' }): number | undefined {
  let depth = first.empty ? 0 : 1
  let end = first.end
  while (depth > 0) {
    const at = text.indexOf('<', end)
    const markup = at < 0 ? undefined : readMarkup(text, at)
    if (!markup) return undefined
    if (markup.kind === 'close') depth -= 1
    else if (markup.kind === 'element' && !markup.empty) depth += 1
    end = markup.end
  }
  return end
}

/** No comment, no structure of another namespace, no position in what it says. */
function isPlain({ text }: Cleaning, { at, end }: { at: number; end: number }): boolean {
  const field = text.slice(at, end)
  if (/<[!?]/.test(field)) return false
  if (mayContainLocation(field.replace(/<[^>]*>/g, ' ')) || mayContainLocation(valuesIn(field))) return false
  return !/gps|latitude|longitude|\b(?:lat|long?|lng)\b/i.test(namesIn(field))
}

/** Of the attributes; each in a line of its own, because together two numbers may look like a position. */
const valuesIn = (field: string): string =>
  Array.from(field.matchAll(/=\s*(["'])(.*?)\1/gs), ([, , value]) => value).join('\n')

const namesIn = (field: string): string =>
  Array.from(field.matchAll(/[<\s]([\w:]+)(?=[\s=/>])/g), ([, name]) => name).join(' ')
