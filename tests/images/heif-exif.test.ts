import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { exifOf, setUpright, withExif } from '#web/components/photos/convert/exif.ts'

const phone = async (type: string) => new Blob([new Uint8Array(await readFile(`tests/fixtures/photos/phone.${type}`))])
const textOf = (bytes: Uint8Array = new Uint8Array()) => String.fromCharCode(...bytes)

describe('exifOf', () => {
  it.each(['heic', 'avif'])('finds the EXIF data of a %s file', async (type) => {
    const exif = await exifOf(await phone(type))
    expect(textOf(exif)).toMatch(/^(MM\0\*|II\*\0)/)
    expect(textOf(exif)).toContain('2024:05:17 14:03:22')
  })

  it('is undefined for truncated and other files', async () => {
    const whole = await phone('heic')
    for (const size of [0, 7, 40, 200, 400]) expect(await exifOf(whole.slice(0, size)), String(size)).toBeUndefined()
    expect(await exifOf(new Blob(['\0\0\0\x10meta and nothing']))).toBeUndefined()
  })
})

describe('withExif', () => {
  it('sets the orientation to upright, and changes nothing else', async () => {
    const exif = (await exifOf(await phone('heic'))) ?? new Uint8Array()
    const before = exif.slice()
    setUpright(exif)
    const changed = [...exif.keys()].filter((at) => exif[at] !== before[at])
    expect(changed.map((at) => [before[at], exif[at]])).toEqual([[6, 1]])
    const jpeg = new Uint8Array(await withExif(new Blob(['\xff\xd8 picture']), exif).arrayBuffer())
    expect([...jpeg.subarray(0, 4)]).toEqual([0xff, 0xd8, 0xff, 0xe1])
    expect(((jpeg[4] ?? 0) << 8) + (jpeg[5] ?? 0)).toBe(exif.length + 8)
  })
})
