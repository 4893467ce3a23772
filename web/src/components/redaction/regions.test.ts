import { describe, expect, it } from 'vitest'
import { cornerAt, movedBy, regionAround, regionBetween, resizedBy, scaledBy } from './regions.ts'

const region = { x: 0.25, y: 0.25, width: 0.5, height: 0.25 }
const rounded = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Math.round(value * 1000) / 1000]))

describe('regionBetween', () => {
  it('takes the corners in any order, and what is within the photo', () => {
    const expected = { x: 0.75, y: 0, width: 0.25, height: 0.5 }
    expect(regionBetween({ x: 1.4, y: -1 }, { x: 0.75, y: 0.5 })).toEqual(expected)
    expect(regionBetween({ x: 0.75, y: 0.5 }, { x: 1.4, y: -1 })).toEqual(expected)
  })

  it('is never too small to be grabbed, and ends at the edge', () => {
    expect(rounded(regionBetween({ x: 1, y: 1 }, { x: 1, y: 1 }))).toEqual({
      x: 0.98,
      y: 0.98,
      width: 0.02,
      height: 0.02,
    })
  })
})

describe('regionAround', () => {
  it('is a square in the photo', () => {
    const around = regionAround({ x: 0.5, y: 0.5 }, { width: 1400, height: 700 })
    expect(rounded(around)).toEqual(rounded({ x: 0.5 - 1 / 28, y: 0.5 - 1 / 14, width: 1 / 14, height: 1 / 7 }))
  })

  it('stays within the photo', () => {
    expect(regionAround({ x: 0, y: 1 }, { width: 700, height: 700 })).toMatchObject({ x: 0, y: 1 - 1 / 7 })
  })
})

describe('movedBy', () => {
  it('keeps its size at the edge', () => {
    expect(movedBy(region, { x: 5, y: -5 })).toEqual({ ...region, x: 0.5, y: 0 })
  })
})

describe('resizedBy', () => {
  it('leaves the opposite corner where it is', () => {
    expect(resizedBy(region, 'top-left', { x: 0.25, y: -0.25 })).toEqual({ x: 0.5, y: 0, width: 0.25, height: 0.5 })
    expect(resizedBy(region, 'bottom-right', { x: 9, y: 9 })).toEqual({ x: 0.25, y: 0.25, width: 0.75, height: 0.75 })
  })

  it('ends at the smallest size', () => {
    expect(rounded(resizedBy(region, 'top-right', { x: -9, y: 9 }))).toEqual({
      x: 0.25,
      y: 0.48,
      width: 0.02,
      height: 0.02,
    })
  })
})

describe('scaledBy', () => {
  it('keeps its centre, and ends at the edges of the photo', () => {
    expect(scaledBy(region, 0.5)).toEqual({ x: 0.375, y: 0.3125, width: 0.25, height: 0.125 })
    expect(scaledBy(region, 8)).toEqual({ x: 0, y: 0, width: 1, height: 1 })
  })
})

describe('cornerAt', () => {
  const shown = { width: 400, height: 400 }
  const at = (x: number, y: number) => cornerAt(region, { x: x / 400, y: y / 400 }, shown)

  it('is the corner within reach, inside and outside', () => {
    expect([at(90, 110), at(310, 90), at(110, 190), at(321, 221)]).toEqual([
      'top-left',
      'top-right',
      'bottom-left',
      'bottom-right',
    ])
  })

  it('is none in the middle, at an edge or further away', () => {
    expect([at(200, 150), at(200, 100), at(70, 90), at(330, 200)]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('leaves the middle of a small region for moving it', () => {
    const small = { x: 0.5, y: 0.5, width: 0.05, height: 0.05 }
    expect(cornerAt(small, { x: 0.525, y: 0.525 }, shown)).toBeUndefined()
    expect(cornerAt(small, { x: 0.51, y: 0.51 }, shown)).toBe('top-left')
  })
})
