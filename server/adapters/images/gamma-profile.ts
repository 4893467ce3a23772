/** Colour profile of a picture with the primaries of sRGB whose samples were made with an exponent, as PNG's gAMA tells it. */
export function gammaProfile(exponent: number): Buffer {
  const tags = new Map<string, Buffer>([
    ['desc', description(`Gamma ${(1 / exponent).toFixed(2)}`)],
    ['cprt', Buffer.concat([type('text'), Buffer.from('No copyright\0')])],
    ['wtpt', xyz(0.9642, 1, 0.8249)],
    ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
    ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
    ['bXYZ', xyz(0.1431, 0.0606, 0.7141)],
  ])
  for (const name of ['rTRC', 'gTRC', 'bTRC']) tags.set(name, curve(1 / exponent))
  return assemble(tags)
}

const headerBytes = 128

function assemble(tags: ReadonlyMap<string, Buffer>): Buffer {
  const table = Buffer.alloc(4 + tags.size * 12)
  table.writeUInt32BE(tags.size)
  const contents: Buffer[] = []
  let at = headerBytes + table.length
  for (const [index, [name, content]] of [...tags].entries()) {
    const entry = 4 + index * 12
    table.write(name, entry, 'latin1')
    table.writeUInt32BE(at, entry + 4)
    table.writeUInt32BE(content.length, entry + 8)
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)])
    contents.push(padded)
    at += padded.length
  }
  return Buffer.concat([header(at), table, ...contents])
}

/** Version 2.4, for monitors, RGB to XYZ, under the light D50. */
function header(length: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.writeUInt32BE(length)
  bytes.writeUInt32BE(0x02400000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  bytes.write('acsp', 36, 'latin1')
  xyz(0.9642, 1, 0.8249).copy(bytes, 68, 8)
  return bytes
}

const type = (name: string): Buffer => Buffer.from(`${name}\0\0\0\0`, 'latin1')

function xyz(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20)
  type('XYZ ').copy(bytes)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 8 + index * 4)
  return bytes
}

function curve(exponent: number): Buffer {
  const bytes = Buffer.alloc(14)
  type('curv').copy(bytes)
  bytes.writeUInt32BE(1, 8)
  bytes.writeUInt16BE(Math.min(0xffff, Math.round(exponent * 256)), 12)
  return bytes
}

/** With empty texts in two other alphabets, which this version demands. */
function description(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length + 1)
  return Buffer.concat([type('desc'), length, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(78)])
}

/** Puts a profile into a JPEG right after its start. */
export function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const mark = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1')
  mark.writeUInt16BE(mark.length - 2 + profile.length, 2)
  return Buffer.concat([jpeg.subarray(0, 2), mark, profile, jpeg.subarray(2)])
}
