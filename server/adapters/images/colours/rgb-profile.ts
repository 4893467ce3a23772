type Colour = readonly [number, number, number]

/** How the light of red, green and blue adds up, and how samples become light. */
export interface RgbSpace {
  /** CIE XYZ of full red, green and blue, seen in the light D50. */
  readonly primaries: readonly [red: Colour, green: Colour, blue: Colour]
  /** The light of a sample; both from 0 to 1. */
  readonly light: (sample: number) => number
}

/** An ICC profile of version 2.4, for monitors. Its curve is a table: other versions convert some colours in another way. */
export function rgbProfile({ primaries, light }: RgbSpace): Buffer {
  const [red, green, blue] = primaries
  const tags: Record<string, Buffer> = {
    desc: description('RGB'),
    cprt: Buffer.concat([type('text'), Buffer.from('No copyright\0')]),
    wtpt: xyz(d50),
    rXYZ: xyz(red),
    gXYZ: xyz(green),
    bXYZ: xyz(blue),
  }
  const tone = curve(light)
  return assemble([...Object.entries(tags), ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, tone] as const)])
}

/** What profiles call white. */
export const d50: Colour = [0.9642, 1, 0.8249]
const headerBytes = 128

/** Tags with the same content share it. */
function assemble(tags: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  const places = new Map<Buffer, number>()
  const contents: Buffer[] = []
  let end = headerBytes + table.length
  for (const [index, [name, content]] of tags.entries()) {
    const at = places.get(content) ?? end
    if (at === end) {
      const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)])
      places.set(content, at)
      contents.push(padded)
      end += padded.length
    }
    const entry = 4 + index * 12
    table.write(name, entry, 'latin1')
    table.writeUInt32BE(at, entry + 4)
    table.writeUInt32BE(content.length, entry + 8)
  }
  return Buffer.concat([header(end), table, ...contents])
}

function header(length: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.writeUInt32BE(length)
  bytes.writeUInt32BE(0x02400000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  bytes.write('acsp', 36, 'latin1')
  xyz(d50).copy(bytes, 68, 8)
  return bytes
}

const type = (name: string): Buffer => Buffer.from(`${name}\0\0\0\0`, 'latin1')

function xyz(values: Colour): Buffer {
  const bytes = Buffer.alloc(20)
  type('XYZ ').copy(bytes)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 8 + index * 4)
  return bytes
}

const curvePoints = 1024

function curve(light: RgbSpace['light']): Buffer {
  const bytes = Buffer.alloc(12 + curvePoints * 2)
  type('curv').copy(bytes)
  bytes.writeUInt32BE(curvePoints, 8)
  for (let index = 0; index < curvePoints; index++) {
    const value = Math.min(1, Math.max(0, light(index / (curvePoints - 1))))
    bytes.writeUInt16BE(Math.round(value * 0xffff), 12 + index * 2)
  }
  return bytes
}

/** With empty texts in two other alphabets, which this version demands. */
function description(text: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length + 1)
  return Buffer.concat([type('desc'), length, Buffer.from(`${text}\0`, 'latin1'), Buffer.alloc(78)])
}
