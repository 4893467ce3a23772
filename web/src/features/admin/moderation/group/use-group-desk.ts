import { useState } from 'react'
import { lastQueue } from '#web/features/admin/moderation/list/last-queue.ts'
import type { AdminGroup } from './group-queries.ts'
import { useHiding } from './photos/use-hiding.ts'
import { useRedact } from './photos/use-redact.ts'
import { useApprove, useRemove } from './use-group-actions.ts'
import { useGroupKeys } from './use-group-keys.ts'
import { useGroupSteps } from './use-group-steps.ts'
import { useNeighbours } from './use-neighbours.ts'
import { usePhotosView } from './use-photos-view.ts'

type Open =
  | { readonly kind: 'delete' | 'keys' | 'edit' }
  | { readonly kind: 'reason' | 'redact'; readonly imageId: number }

/** Everything that can be done on the page of a group, by button and by key. */
export const useGroupDesk = (group: AdminGroup) => {
  const [open, setOpen] = useState<Open>()
  const steps = useGroupSteps(group)
  const { next, previous } = useNeighbours(group)
  const photosView = usePhotosView(group)
  // Moderators who come from the list continue with it; those who followed a link wanted this group.
  const onApproved = () => lastQueue() && next?.()
  const approval = useApprove(group, { ...steps, onApproved })
  const hiding = useHiding(group, steps)
  const remove = useRemove(group, next)
  const saveRedaction = useRedact()
  const imageOf = (imageId: number) => group.images.find(({ id }) => id === imageId)
  const desk = {
    group,
    next,
    previous,
    undo: () => steps.undo(),
    approve: (approved: boolean) => approval.mutate({ approved }),
    toggleHidden: (imageId: number) => hiding.mutate({ imageId, hidden: !imageOf(imageId)?.hidden }),
    explain: (imageId: number) => setOpen({ kind: 'reason', imageId }),
    redact: (imageId: number) => setOpen({ kind: 'redact', imageId }),
    onDelete: () => setOpen({ kind: 'delete' }),
    onEdit: () => setOpen({ kind: 'edit' }),
    onHelp: () => setOpen({ kind: 'keys' }),
    onView: photosView.show,
  }
  useGroupKeys(desk)
  return {
    ...desk,
    photosView,
    open,
    close: () => setOpen(undefined),
    seen: steps.seen,
    approving: approval.isPending,
    withdraw: (moderationNote: string) => approval.mutate({ approved: false, moderationNote }),
    explained: open?.kind === 'reason' ? imageOf(open.imageId) : undefined,
    saveReason: (imageId: number, moderationNote: string) => hiding.mutate({ imageId, hidden: true, moderationNote }),
    hiding: hiding.isPending,
    redacting: open?.kind === 'redact' ? imageOf(open.imageId) : undefined,
    saveRedaction,
    remove,
  }
}
