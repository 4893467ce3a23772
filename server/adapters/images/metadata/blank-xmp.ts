import type { Range } from './editable-bytes.ts'
import { readMarkup, type XmlMarkup } from './xml-markup.ts'

/** Local names of position properties: exif:GPS…, drone-dji:GpsLongtitude, dwc:decimalLatitude, geo:long, … */
const positionName = /gps|latitude|longt?itude|altitude|coordinate|^(?:lat|lon|long|lng)$/i

/** A text without any of these cannot hold such a property. */
const positionHint = /gps|latitude|longt?itude|altitude|coordinate|[:<\s](?:lat|lon|long|lng)\b/i

/**
 * Overwrites the position properties of an XMP packet with spaces, as attributes and as elements, whatever prefix their
 * namespace has (D12). A packet that has them and is no well-formed XML is overwritten whole. Says whether anything was
 * overwritten.
 */
export function blankXmpLocation(packet: Buffer): boolean {
  const { text, blank } = charactersOf(packet)
  if (!positionHint.test(text)) return false
  const spans = positionSpans(text) ?? [{ start: 0, end: text.length }]
  for (const span of spans) blank(span)
  return spans.length > 0
}

/** undefined when the text is not well-formed. */
function positionSpans(text: string): Range[] | undefined {
  const spans: Range[] = []
  let depth = 0
  let start = 0
  for (let at = text.indexOf('<'); at >= 0; ) {
    const markup = readMarkup(text, at)
    if (!markup) return undefined
    if (depth === 0) start = at
    if (depth > 0 || isPositionElement(markup)) {
      depth += depthOf(markup)
      if (depth === 0) spans.push({ start, end: markup.end })
    } else {
      spans.push(...spansInside(markup, { text, at }))
    }
    at = text.indexOf('<', markup.end)
  }
  return depth === 0 ? spans : undefined
}

const isPosition = (name: string): boolean => positionName.test(name.slice(name.lastIndexOf(':') + 1))

const isPositionElement = (markup: XmlMarkup): boolean => markup.kind === 'element' && isPosition(markup.name)

function depthOf(markup: XmlMarkup): number {
  if (markup.kind === 'close') return -1
  return markup.kind === 'element' && !markup.empty ? 1 : 0
}

function spansInside(markup: XmlMarkup, { text, at }: { text: string; at: number }): Range[] {
  if (markup.kind === 'element') return markup.attributes.filter(({ name }) => isPosition(name))
  const isHint = markup.kind === 'other' && positionHint.test(text.slice(at, markup.end))
  return isHint ? [{ start: at, end: markup.end }] : []
}

/**
 * The packet with one character per code unit. XMP may be UTF-8, UTF-16 or UTF-32; markup and names are ASCII, so that
 * the zero bytes beside the first `<` tell which it is, and the other characters need not be understood.
 */
function charactersOf(packet: Buffer): { text: string; blank: (span: Range) => void } {
  const first = Math.max(0, packet.indexOf('<'))
  const after = zerosFrom(packet, first + 1, 1)
  const before = zerosFrom(packet, first - 1, -1)
  const width = Math.max(after, before) + 1
  const low = after > 0 ? 0 : width - 1
  const from = (first - low) % width
  const text = width === 1 ? packet.toString('latin1') : everyNth(packet, from + low, width).toString('latin1')
  return {
    text,
    blank({ start, end }) {
      packet.fill(0, from + start * width, from + end * width)
      for (let at = start; at < end; at++) packet[from + at * width + low] = 0x20
    },
  }
}

/** 0, 1 or 3 zero bytes, as a code unit of 1, 2 or 4 bytes has them beside an ASCII character. */
function zerosFrom(packet: Buffer, from: number, step: 1 | -1): number {
  const isZero = (count: number) => packet[from + count * step] === 0
  if (!isZero(0)) return 0
  return isZero(1) && isZero(2) ? 3 : 1
}

function everyNth(packet: Buffer, from: number, width: number): Buffer {
  const count = Math.max(0, Math.ceil((packet.length - from) / width))
  return Buffer.from(Uint8Array.from({ length: count }, (_, index) => packet[from + index * width] ?? 0))
}
