import { useEffect, useRef, useState } from 'react'
import { last } from '#web/features/admin/moderation/session/last-queue.ts'

const cardLink = (groupId: string | undefined) => document.getElementById(`group-${groupId}`)

export type Position = ReturnType<typeof usePosition>

/** The current group of the queue. `held` while a dialog has the focus. */
export const usePosition = (ids: readonly string[], held: boolean) => {
  const [current, setCurrent] = useState(last.groupId)
  const focusWanted = useRef(current !== undefined)
  // The card is drawn first.
  useEffect(() => {
    if (!focusWanted.current || held) return
    const link = cardLink(current)
    if (link === null && ids.length === 0) return
    focusWanted.current = false
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
    neighbour: (by: number) => ids[at < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by))],
  }
}
