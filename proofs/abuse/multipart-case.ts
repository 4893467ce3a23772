import type { Random } from '#proofs/random.ts'
import { hostileJsonTexts, hostileTexts, writeJson } from './hostile.ts'

export interface MultipartPart {
  readonly head: string
  readonly content: Buffer
}

export interface MultipartCase {
  readonly contentType: string
  readonly body: Buffer
}

interface Ingredients {
  readonly random: Random
  /** Files that are images. */
  readonly images: readonly Buffer[]
  /** Part → value, valid or mutated. */
  readonly fields: Readonly<Record<string, unknown>>
}

const headerText = (text: string) => text.replaceAll(/[\r\n"]/g, '_')

/** A form, mostly valid except for one thing. */
export function multipartCase({ random, images, fields }: Ingredients): MultipartCase {
  const parts = partsOf({ random, images, fields })
  const boundary = random.chance(0.9) ? `b${random.below(1e9)}` : oddBoundary(random)
  const eol = random.chance(0.95) ? '\r\n' : '\n'
  const form = Buffer.concat([
    ...parts.map(({ head, content }) =>
      Buffer.concat([Buffer.from(`--${boundary}${eol}${head}${eol}${eol}`), content, Buffer.from(eol)]),
    ),
    Buffer.from(`--${boundary}--${eol}`),
  ])
  const said = random.chance(0.94) ? `multipart/form-data; boundary=${boundary}` : oddContentType(random, boundary)
  return { contentType: said, body: random.chance(0.6) ? form : brokenForm(form, { random, boundary }) }
}

function partsOf({ random, images, fields }: Ingredients): MultipartPart[] {
  const parts = Object.entries(fields).map(([name, value]) => textPart(name, value, random))
  for (let files = random.chance(0.85) ? 1 + random.below(3) : random.below(60); files > 0; files--) {
    parts.push(filePart(random, random.pick(images)))
  }
  if (random.chance(0.1)) parts.push(nested(random, random.pick(images)))
  if (random.chance(0.1))
    parts.push(textPart(random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']), 'x', random))
  if (random.chance(0.05)) for (let i = 0; i < 1_000; i++) parts.push(textPart(`field${i}`, 'x', random))
  if (random.chance(0.05)) parts.push(oddPart(random))
  if (random.chance(0.05)) parts.push(textPart('metadata', 'x'.repeat(2 ** 20 + 1), random))
  return random.chance(0.5) ? parts : parts.toSorted(() => random.below(3) - 1)
}

function textPart(name: string, value: unknown, random: Random): MultipartPart {
  const text = random.chance(0.08)
    ? random.pick(hostileJsonTexts)
    : typeof value === 'string'
      ? value
      : writeJson(value)
  const type = random.chance(0.85) ? '' : random.pick(textTypes)
  return { head: `Content-Disposition: form-data; name="${headerText(name)}"${type}`, content: Buffer.from(text) }
}

const textTypes = [
  '\r\nContent-Type: application/json',
  '\r\nContent-Type: text/plain; charset=utf-16le',
  '\r\nContent-Type: text/plain; charset=utf-7',
  '\r\nContent-Type: text/plain; charset=nothing',
  '\r\nContent-Type: application/json; charset=iso-8859-1',
  '\r\nContent-Transfer-Encoding: base64',
  '\r\nContent-Transfer-Encoding: quoted-printable',
  '\r\nContent-Type: image/jpeg',
  '\r\nContent-Type: ,',
]

function filePart(random: Random, content: Buffer): MultipartPart {
  const field = random.pick(['images', 'images', 'file', 'x', '', '__proto__', 'constructor', 'images[]'])
  const name = random.chance(0.7) ? 'a.jpg' : headerText(random.pick(hostileTexts).slice(0, 3_000))
  const shape = random.pick([
    `filename="${name}"`,
    `filename="${name}"`,
    `filename=${name.replaceAll(/[\s;]/g, '') || 'x'}`,
    `filename*=UTF-8''${encodeName(name)}`,
    `filename*=utf-7''${encodeName(name)}`,
    `filename*=UTF-8''%ff%fe%00`,
    `filename="a.jpg"; filename="${name}"`,
    `filename="..%2f..%2f${name}"`,
    'filename=""',
    'filename="a',
  ])
  const head = `Content-Disposition: form-data; name="${field}"; ${shape}\r\nContent-Type: ${random.pick(fileTypes)}`
  return { head, content: random.chance(0.9) ? content : random.bytes(random.below(200)) }
}

const fileTypes = ['image/jpeg', 'image/png', 'text/html', 'multipart/mixed', 'application/json', '', 'x'.repeat(500)]

function encodeName(name: string): string {
  try {
    return encodeURIComponent(name)
  } catch {
    return '%ED%A0%80'
  }
}

function nested(random: Random, content: Buffer): MultipartPart {
  const inner = `--in\r\nContent-Disposition: file; filename="n.jpg"\r\n\r\n${content.toString('latin1')}\r\n--in--`
  const head = 'Content-Disposition: form-data; name="images"\r\nContent-Type: multipart/mixed; boundary=in'
  return { head, content: random.chance(0.8) ? Buffer.from(inner, 'latin1') : Buffer.from(inner.slice(0, 40)) }
}

const oddHeads = [
  '',
  'Content-Disposition: form-data',
  'Content-Disposition: attachment; filename="x.jpg"',
  'Content-Disposition: form-data; name',
  'Content-Disposition form-data; name="x"',
  ': x',
  `X: ${'y'.repeat(20_000)}`,
  Array.from({ length: 300 }, (_, index) => `X-${index}: y`).join('\r\n'),
  'Content-Disposition: form-data; name="a\0b"',
  `Content-Disposition: form-data; name="${'n'.repeat(5_000)}"`,
  'Content-Disposition: form-data; name="x"\r\n folded: yes',
  'content-disposition: form-data; name="x"\r\ncontent-disposition: form-data; name="images"; filename="y.jpg"',
]
const oddPart = (random: Random): MultipartPart => ({ head: random.pick(oddHeads), content: Buffer.from('x') })

const oddBoundary = (random: Random): string =>
  random.pick(['-', '--', '', 'x'.repeat(70), 'x'.repeat(2_000), "'()+_,-./:=?", 'a b', 'ä', '\r'])

const oddContentType = (random: Random, boundary: string): string =>
  random.pick([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary="${boundary}"`,
    `multipart/form-data; boundary=${boundary}; boundary=other`,
    `multipart/form-data; charset=utf-16; boundary=${boundary}`,
    `Multipart/Form-Data; BOUNDARY=${boundary}`,
    `multipart/mixed; boundary=${boundary}`,
    `multipart/form-data, multipart/form-data; boundary=${boundary}`,
    `multipart/form-data;${' '.repeat(3_000)}boundary=${boundary}`,
    'application/json',
    'application/x-www-form-urlencoded',
  ])

/** The form cut, torn, repeated or with its delimiters damaged. */
function brokenForm(form: Buffer, { random, boundary }: { random: Random; boundary: string }): Buffer {
  const at = random.below(form.length)
  const lastDelimiter = form.lastIndexOf(`--${boundary}--`)
  return random.pick([
    () => form.subarray(0, at),
    () => form.subarray(0, Math.max(0, lastDelimiter)),
    () => form.subarray(0, form.length - 2),
    () => form.subarray(at),
    () => Buffer.concat([form, form]),
    () => Buffer.concat([Buffer.from('preamble\r\n'), form, Buffer.from('epilogue')]),
    () => Buffer.concat([form.subarray(0, at), random.bytes(20), form.subarray(at)]),
    () => Buffer.concat([form.subarray(0, at), Buffer.from(`\r\n--${boundary}\r\n`), form.subarray(at)]),
    () => Buffer.concat([form.subarray(0, at), Buffer.from(`\r\n--${boundary}--\r\n`), form.subarray(at)]),
    () => Buffer.from(form.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    () => Buffer.concat([form.subarray(0, at), form.subarray(Math.min(form.length, at + 1 + random.below(60)))]),
    () => Buffer.alloc(0),
  ])()
}
