import { useEffect, useRef, useState } from 'react'
import { last } from '#web/features/admin/moderation/session/listed-page.ts'

/** What can be decided about a group, in its card; the small tiles have no buttons. */
const actionsOf = (groupId: string | undefined) => cardLink(groupId)?.closest('li')?.querySelector('[data-actions]')
const topOf = (element: Element | null | undefined) => element?.getBoundingClientRect().top

/** Scrolls until the buttons of the group are at this height: several times, because they may stick to the window. */
const moveTo = (groupId: string | undefined, wanted: number) => {
  for (let times = 0; times < 3; times++)
    window.scrollBy({ top: (topOf(actionsOf(groupId)) ?? wanted) - wanted, behavior: 'instant' })
}

const cardLink = (groupId: string | undefined) => document.getElementById(`group-${groupId}`)

export type Position = ReturnType<typeof usePosition>

/** The current group of the queue. `held` while a dialog has the focus. */
export const usePosition = (ids: readonly string[], held: boolean) => {
  const [current, setCurrent] = useState(last.groupId)
  const focusWanted = useRef(current !== undefined)
  const place = useRef<number>(undefined)
  // The card is drawn first.
  useEffect(() => {
    if (!focusWanted.current || held) return
    const link = cardLink(current)
    if (link === null && ids.length === 0) return
    focusWanted.current = false
    link?.focus({ preventScroll: true })
    if (place.current === undefined) link?.closest('li')?.scrollIntoView({ block: 'nearest' })
    else moveTo(current, place.current)
    place.current = undefined
  })
  const at = current === undefined ? -1 : ids.indexOf(current)
  /** Also moves the focus. */
  const goTo = (groupId: string | undefined) => {
    if (groupId === undefined) return
    setCurrent(groupId)
    focusWanted.current = true
  }
  return {
    current,
    isListed: at >= 0,
    setCurrent,
    goTo,
    /** Goes to the group that takes the place of the current one, with its buttons where the pointer is. */
    replaceBy(groupId: string | undefined) {
      place.current = topOf(actionsOf(current))
      goTo(groupId)
    },
    neighbour: (by: number) => ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by))],
  }
}
