import { useNavigate } from '@tanstack/react-router'
import { actionsOn } from './group/actions.ts'
import { useKeyMap } from './group/keys/use-key-map.ts'
import type { Queue } from './use-queue.ts'

/** How many groups are side by side. */
const columns = (): number => {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-view] > li')]
  return Math.max(1, shown.filter(({ offsetTop }) => offsetTop === shown[0]?.offsetTop).length)
}

/** What the keys and the bar of the selection do in the list: with the selection, else with the current group. */
export const useQueueKeys = ({ position, selection, page, view, undo }: Queue) => {
  const { current, isListed, goTo, neighbour } = position
  const navigate = useNavigate()
  const currentOnly = current === undefined ? [] : [current]
  const chosen = selection.selected.length > 0 ? selection.selected : currentOnly.filter(() => isListed)
  const actions = { ...actionsOn(chosen, page), edit: actionsOn(currentOnly, page).edit }
  const step = (by: number) => (event: KeyboardEvent) => {
    const next = neighbour(by)
    if (next === undefined) return
    if (event.shiftKey) selection.extend(next, current ?? next)
    goTo(next)
  }
  const stepInRow = (by: number) => (event: KeyboardEvent) => columns() > 1 && step(by)(event)
  const onCurrent = (run: (groupId: string) => void) => () => current !== undefined && run(current)
  useKeyMap({
    ...actions,
    undo,
    next: step(1),
    previous: step(-1),
    down: (event) => step(columns())(event),
    up: (event) => step(-columns())(event),
    right: stepInRow(1),
    left: stepInRow(-1),
    open: ({ target }) => {
      // The page itself, not a control on it.
      if (!(target instanceof HTMLElement && target.matches('body, main')) || !current) return false
      void navigate({ to: '/admin/moderation/$groupId', params: { groupId: current } })
    },
    view: onCurrent(view),
    // A card has several photos: the same keys act on the one that is shown large.
    hide: onCurrent(view),
    redact: onCurrent(view),
    select: ({ shiftKey }) => current && selection[shiftKey ? 'extend' : 'toggle'](current),
    selectAll: selection.all,
    search: () => document.getElementById('queue-search')?.focus(),
    clear: selection.clear,
  })
  return actions
}
