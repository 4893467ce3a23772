import { type PointerEvent, useRef } from 'react'
import type { Region } from '#contract/shapes.ts'
import { type Corner, cornerAt, movedBy, type Point, regionAround, regionBetween, resizedBy } from './regions.ts'
import type { Regions } from './use-regions.ts'

/** Focuses a region, so that its keys work. */
export const focusRegion = (id: number | undefined) =>
  requestAnimationFrame(() => document.getElementById(`region-${id}`)?.focus({ preventScroll: true }))

/** A shorter movement is a tap. */
const tapPixels = 6

interface Drag {
  readonly from: Point
  readonly start: { readonly clientX: number; readonly clientY: number }
  readonly corner: Corner | undefined
  /** The region before the movement; undefined for a new one. */
  readonly before: Region | undefined
  /** Id of a new region, once the pointer has moved far enough. */
  id: number | undefined
}

/** Draws, moves and resizes regions with mouse, pen or finger. A tap adds a small one. */
export const useDrawing = (regions: Regions) => {
  const drag = useRef<Drag>(undefined)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || drag.current) return
    const area = event.currentTarget
    const hit = hitOf(event, regions)
    if (hit.id !== undefined) regions.select(hit.id)
    area.setPointerCapture(event.pointerId)
    drag.current = { ...hit, from: pointOf(event), start: { clientX: event.clientX, clientY: event.clientY } }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag
    if (!current) return
    if (current.before === undefined && isTap(current, event)) return
    const region = draggedTo(pointOf(event), current)
    if (current.id === undefined) current.id = regions.add(region)
    else regions.change(current.id, () => region)
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag
    drag.current = undefined
    if (!current) return
    if (current.id === undefined && isTap(current, event))
      current.id = regions.add(regionAround(current.from, event.currentTarget.getBoundingClientRect()))
    focusRegion(current.id)
  }

  const onPointerCancel = () => {
    drag.current = undefined
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

const draggedTo = (to: Point, { from, before, corner }: Drag): Region => {
  if (before === undefined) return regionBetween(from, to)
  const by = { x: to.x - from.x, y: to.y - from.y }
  return corner ? resizedBy(before, corner, by) : movedBy(before, by)
}

const isTap = ({ start }: Drag, { clientX, clientY }: PointerEvent) =>
  Math.hypot(clientX - start.clientX, clientY - start.clientY) < tapPixels

const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: (clientX - left) / width, y: (clientY - top) / height }
}

/** What is under the pointer: a corner of the selected region, which may be grabbed from outside, or a region. */
function hitOf(
  event: PointerEvent<HTMLElement>,
  { marked, selected }: Regions,
): Pick<Drag, 'id' | 'before' | 'corner'> {
  const corner = selected && cornerAt(selected.region, pointOf(event), event.currentTarget.getBoundingClientRect())
  if (corner) return { id: selected.id, before: selected.region, corner }
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-region]') : null
  const hit = marked.find(({ id }) => id === Number(element?.dataset.region))
  return { id: hit?.id, before: hit?.region, corner: undefined }
}
