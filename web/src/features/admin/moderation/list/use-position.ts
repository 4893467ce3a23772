import { useEffect, useRef, useState } from 'react'

const cardLink = (groupId: string | undefined) => document.getElementById(`group-${groupId}`)

/** The current group of the queue. `held` while a dialog has the focus. */
export const usePosition = (ids: readonly string[], held: boolean) => {
  const [current, setCurrent] = useState<string>()
  const focusWanted = useRef(false)
  // The card is drawn first.
  useEffect(() => {
    if (!focusWanted.current || held) return
    focusWanted.current = false
    const link = cardLink(current)
    link?.focus({ preventScroll: true })
    link?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })
  const at = current === undefined ? -1 : ids.indexOf(current)
  return {
    current,
    isListed: at >= 0,
    setCurrent,
    /** Also moves the focus. */
    goTo(groupId: string | undefined) {
      if (groupId === undefined) return
      setCurrent(groupId)
      focusWanted.current = true
    },
    neighbour: (by: 1 | -1) => ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by))],
  }
}
