import type { Keys } from '#web/components/use-keys.ts'
import type { useReview } from '#web/features/admin/moderation/decisions/use-review.ts'
import type { usePosition } from '#web/features/admin/moderation/list/use-position.ts'
import type { useSelection } from '#web/features/admin/moderation/list/use-selection.ts'
import { useShortcuts } from './use-shortcuts.ts'

interface QueueKeys {
  readonly position: ReturnType<typeof usePosition>
  readonly selection: ReturnType<typeof useSelection>
  readonly review: ReturnType<typeof useReview>
  readonly undo: () => void
  readonly onDialog: (kind: 'keys' | 'delete' | 'edit') => void
}

/** The keys of the queue; `keys-dialog.tsx` lists them. */
export const useQueueKeys = ({ position, selection, review, undo, onDialog }: QueueKeys) => {
  const { current, goTo, neighbour } = position
  const step = (by: 1 | -1) => (event: KeyboardEvent) => {
    const next = neighbour(by)
    if (next === undefined) return
    if (event.shiftKey) selection.extend(next, current ?? next)
    goTo(next)
  }
  const keys: Keys = {
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    enter: ({ target }) => {
      if (target !== document.body || !current) return false
      review.open(current)
    },
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
