import type { Keys } from '#web/components/hooks/use-keys.ts'
import type { useReview } from '#web/features/admin/moderation/decisions/use-review.ts'
import type { usePosition } from '#web/features/admin/moderation/list/use-position.ts'
import type { useSelection } from '#web/features/admin/moderation/list/use-selection.ts'
import { useShortcuts } from './use-shortcuts.ts'

interface QueueKeys {
  readonly position: ReturnType<typeof usePosition>
  readonly selection: ReturnType<typeof useSelection>
  readonly review: ReturnType<typeof useReview>
  readonly undo: () => void
  readonly onView: (groupId: string) => void
  readonly onDialog: (kind: 'keys' | 'delete' | 'edit') => void
}

/** How many groups are side by side. */
const columns = (): number => {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-view] > li')]
  return Math.max(1, shown.filter(({ offsetTop }) => offsetTop === shown[0]?.offsetTop).length)
}

/** The keys of the queue; `keys-dialog.tsx` lists them. */
export const useQueueKeys = ({ position, selection, review, undo, onView, onDialog }: QueueKeys) => {
  const { current, goTo, neighbour } = position
  const step = (event: KeyboardEvent, by: number) => {
    const next = neighbour(by)
    if (next === undefined) return
    if (event.shiftKey) selection.extend(next, current ?? next)
    goTo(next)
  }
  const keys: Keys = {
    j: (event) => step(event, 1),
    k: (event) => step(event, -1),
    arrowdown: (event) => step(event, columns()),
    arrowup: (event) => step(event, -columns()),
    arrowright: (event) => columns() > 1 && step(event, 1),
    arrowleft: (event) => columns() > 1 && step(event, -1),
    n: (event) => step(event, 1),
    enter: ({ target }) => {
      // The page itself, not a control on it.
      if (!(target instanceof HTMLElement && target.matches('body, main')) || !current) return false
      review.open(current)
    },
    v: () => current && onView(current),
    // A card has several photos: the same keys act on the one that is shown large.
    h: () => current && onView(current),
    r: () => current && onView(current),
    a: () => review.moderate('approve'),
    u: () => review.moderate('unapprove'),
    e: () => onDialog('edit'),
    d: () => onDialog('delete'),
    x: ({ shiftKey }) => current && (shiftKey ? selection.extend(current) : selection.toggle(current)),
    'mod+a': () => selection.all(),
    z: undo,
    'mod+z': undo,
    '/': () => document.getElementById('queue-search')?.focus(),
    '?': () => onDialog('keys'),
    escape: () => selection.clear(),
  }
  useShortcuts(keys)
}
