import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { type Action, type Placed, placedIn, withAction, withGroups } from './moderated-page.ts'
import { type GroupsPage, groupsPage } from './queue-queries.ts'
import type { QueueSearch } from './queue-search.ts'

interface Order {
  readonly action: Action
  readonly groupIds: readonly string[]
  /** Undoes an earlier order: these groups come back as they were. */
  readonly back?: readonly Placed[]
}
/** An order that can be undone, and the list it was given in. */
interface Undoable {
  readonly order: Order
  readonly from: string
}
const inverse = { approve: 'unapprove', unapprove: 'approve' } as const
const undoDepth = 50

const orderBack = (action: keyof typeof inverse, back: readonly Placed[]): Order => ({
  action: inverse[action],
  groupIds: back.map(({ group }) => group.groupId),
  back,
})

/** Actions on the groups of a page. The page shows them as done at once; what fails comes back with a message. */
export const useModeration = (search: QueueSearch) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const undoable = useRef<Undoable[]>([])
  const { queryKey } = groupsPage(search)
  const here = JSON.stringify(queryKey)
  const change = (next: (page: GroupsPage) => GroupsPage) =>
    client.setQueryData<GroupsPage>(queryKey, (page) => page && next(page))

  const replace = (old: Undoable | undefined, by: readonly Undoable[]) => {
    undoable.current = undoable.current.flatMap((each) => (each === old ? by : [each]))
  }

  const { mutate } = useMutation({
    mutationKey: ['moderate'],
    // One after the other: what undoes an order must not overtake it.
    scope: { id: 'moderate' },
    mutationFn: ({ action, groupIds }: Order) =>
      adminCall('POST /api/admin/groups/bulk', { body: { action, groupIds: [...groupIds] } }),
    onMutate: ({ action, groupIds, back }) => {
      // A list that is being loaded does not include this action yet.
      void client.cancelQueries({ queryKey: ['admin', 'groups'] })
      const page = client.getQueryData<GroupsPage>(queryKey)
      const before = page ? placedIn(page, groupIds) : []
      change((current) =>
        back
          ? withGroups(current, back)
          : withAction(current, { action, groupIds, status: search.status ?? 'pending' }),
      )
      // A group that was approved before had its changes confirmed: taking back its approval would undo more than that.
      const kept = before.filter(({ group }) => !(action === 'approve' && group.isApproved))
      if (action === 'delete' || back || kept.length === 0) return { before }
      const undo = { order: orderBack(action, kept), from: here }
      undoable.current = [...undoable.current, undo].slice(-undoDepth)
      return { before, undo }
    },
    onSuccess: ({ results }, { action, groupIds: ordered, back }, { before, undo: last }) => {
      const failed = results.filter(({ ok }) => !ok).map(({ groupId }) => groupId)
      const done = ordered.filter((groupId) => !failed.includes(groupId))
      if (failed.length > 0) {
        change((page) =>
          withGroups(
            page,
            before.filter(({ group }) => failed.includes(group.groupId)),
          ),
        )
        sayFailure(t('moderation.someFailed', { count: failed.length }))
        const kept = last?.order.back?.filter(({ group }) => done.includes(group.groupId)) ?? []
        replace(last, kept.length > 0 && action !== 'delete' ? [{ order: orderBack(action, kept), from: here }] : [])
      }
      if (done.length === 0) return
      const did = action === 'approve' && !last ? 'confirm' : action
      const text = t(back ? 'moderation.undone' : `moderation.did.${did}`, { count: done.length })
      if (last) sayDone(text, { label: t('moderation.undo'), run: () => void undo() })
      else sayDone(text)
    },
    onError: (error, { groupIds }, context) => {
      replace(context?.undo, [])
      change((page) => withGroups(page, context?.before ?? []))
      if (!context?.before.length)
        change((page) => ({ ...page, groups: page.groups.filter((group) => !groupIds.includes(group.groupId)) }))
      sayFailure(t('moderation.failed', { count: groupIds.length }), error)
    },
    onSettled: () => {
      // The last of several that overlap: an earlier answer would bring back what the others have just moved away.
      if (client.isMutating({ mutationKey: ['moderate'] }) > 1) return
      void client.invalidateQueries({ queryKey: ['admin'] })
    },
  })

  /** Answers the groups that come back to this list. */
  function undo(): readonly string[] {
    const last = undoable.current.pop()
    if (!last) {
      announce(t('moderation.nothingToUndo'))
      return []
    }
    // From another filter: its list is loaded again, this one has no place for them.
    const { back: _, ...elsewhere } = last.order
    mutate(last.from === here ? last.order : elsewhere)
    return last.from === here ? last.order.groupIds : []
  }

  return { act: (action: Action, groupIds: readonly string[]) => mutate({ action, groupIds }), undo }
}
