import { describe, expect, it } from 'vitest'
import { imageIdOfCode, photoCodeOf } from './photo-code.ts'

describe('photoCodeOf', () => {
  it('is short, and unlike that of the next photo', () => {
    expect([1, 2, 3, 2_300].map(photoCodeOf)).toEqual(expect.arrayContaining([expect.stringMatching(/^[A-Z]\d-\d$/)]))
    expect(photoCodeOf(2_301)).toMatch(/^[A-Z]\d-\d\d$/)
    expect(photoCodeOf(1_000_000)).toMatch(/^[A-Z]\d-\d{4}$/)
    expect(photoCodeOf(2 ** 31 - 1)).toMatch(/^[A-Z]\d-\d{7}$/)
  })

  it('is unique, and leads back to the photo', () => {
    const ids = [...Array.from({ length: 30_000 }, (_, index) => index + 1), 999_999, 2_500_000, 2 ** 31 - 1]
    const codes = ids.map(photoCodeOf)
    expect(new Set(codes).size).toBe(ids.length)
    expect(codes.map(imageIdOfCode)).toEqual(ids)
  })
})

describe('imageIdOfCode', () => {
  it('reads a code however it is typed', () => {
    const code = photoCodeOf(7)
    expect([code.toLowerCase(), code.replace('-', ' '), ` ${code.replace('-', '–')} `].map(imageIdOfCode)).toEqual([
      7, 7, 7,
    ])
    expect(imageIdOfCode('KO-l')).toBe(imageIdOfCode('K0-1'))
  })

  it('reads a code typed on a keyboard for Ukrainian, Arabic or Persian', () => {
    expect(imageIdOfCode('К7-3')).toBe(imageIdOfCode('K7-3'))
    expect([...'АВСЕНКМРТУХ'].map((letter) => imageIdOfCode(`${letter}7-3`))).toEqual(
      [...'ABCEHKMPTYX'].map((letter) => imageIdOfCode(`${letter}7-3`)),
    )
    expect(imageIdOfCode('KО-І')).toBe(imageIdOfCode('K0-1'))
    expect(['K٧-٣', 'K۷-۳'].map(imageIdOfCode)).toEqual(['K7-3', 'K7-3'].map(imageIdOfCode))
  })

  it.each(['', 'K', 'K7', '77-3', 'KK-3', 'K7-12345678', 'O1-2', '💥'])('takes %j for no code', (typed) => {
    expect(imageIdOfCode(typed)).toBeUndefined()
  })
})
