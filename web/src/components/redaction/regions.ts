import type { Region } from '#contract/shapes.ts'

/** A place in the photo, in shares of its size as shown, from its top left. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The horizontal and the vertical edge that a corner moves. */
export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'
export const corners: readonly Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right']

/** Smaller ones are hard to grab again. */
const minSide = 0.02

const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** The region between two opposite corners. */
export function regionBetween(one: Point, other: Point): Region {
  const left = within(Math.min(one.x, other.x), 0, 1 - minSide)
  const top = within(Math.min(one.y, other.y), 0, 1 - minSide)
  const right = within(Math.max(one.x, other.x), left + minSide, 1)
  const bottom = within(Math.max(one.y, other.y), top + minSide, 1)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** A square around a point, a seventh of the photo's shorter side. */
export function regionAround({ x, y }: Point, { width, height }: Size): Region {
  const side = Math.min(width, height) / 7
  const region = { x: 0, y: 0, width: side / width, height: side / height }
  return movedBy(region, { x: x - region.width / 2, y: y - region.height / 2 })
}

export function movedBy(region: Region, by: Point): Region {
  const x = within(region.x + by.x, 0, 1 - region.width)
  const y = within(region.y + by.y, 0, 1 - region.height)
  return { ...region, x, y }
}

export function resizedBy({ x, y, width, height }: Region, corner: Corner, by: Point): Region {
  const [vertical, horizontal] = corner.split('-')
  const left = horizontal === 'left' ? within(x + by.x, 0, x + width - minSide) : x
  const top = vertical === 'top' ? within(y + by.y, 0, y + height - minSide) : y
  const right = horizontal === 'right' ? within(x + width + by.x, x + minSide, 1) : x + width
  const bottom = vertical === 'bottom' ? within(y + height + by.y, y + minSide, 1) : y + height
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** In pixels: half a finger. */
const cornerReach = 22

/** The corner of a region that a finger at a point grabs. The middle third always moves the region. */
export function cornerAt(region: Region, point: Point, shown: Size): Corner | undefined {
  const fromLeft = (point.x - region.x) * shown.width
  const fromTop = (point.y - region.y) * shown.height
  const horizontal = endAt(fromLeft, region.width * shown.width, ['left', 'right'])
  const vertical = endAt(fromTop, region.height * shown.height, ['top', 'bottom'])
  return horizontal === undefined || vertical === undefined ? undefined : `${vertical}-${horizontal}`
}

/** The end of a side within reach of a place on its line; both in pixels. */
function endAt<const Name>(place: number, side: number, [start, end]: readonly [Name, Name]): Name | undefined {
  const inside = Math.min(side / 3, cornerReach)
  const near = (distance: number) => distance >= -cornerReach && distance <= inside
  if (near(place)) return start
  return near(side - place) ? end : undefined
}

/** Larger or smaller by a factor, around its centre. */
export function scaledBy({ x, y, width, height }: Region, factor: number): Region {
  const wide = within(width * factor, minSide, 1)
  const high = within(height * factor, minSide, 1)
  const centred = { x: x + (width - wide) / 2, y: y + (height - high) / 2 }
  return movedBy({ x: 0, y: 0, width: wide, height: high }, centred)
}

/** The share of the smaller region that both cover. */
export function overlap(one: Region, other: Region): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const smaller = Math.min(one.width * one.height, other.width * other.height)
  return (Math.max(0, width) * Math.max(0, height)) / smaller
}
