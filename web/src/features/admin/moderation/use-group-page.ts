import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { actionsOn, type OpenDialog, photoActionsOn } from './group/actions.ts'
import { useSeenGroups } from './group/use-session.ts'
import type { AdminGroup } from './session/groups.ts'
import { last } from './session/last-queue.ts'
import { type Action, moderate } from './session/moderate.ts'
import type { SeenGroups } from './session/seen-groups.ts'
import { undo } from './session/undo.ts'
import { useNeighbours } from './use-neighbours.ts'

/** Decides about the group, and goes on to the next one. */
const useDecisions = (group: AdminGroup, seen: SeenGroups, next: (() => void) | undefined) => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const act = async (action: Action, moderationNote?: string) => {
    setBusy(action !== 'delete')
    const { done } = moderate(action, [group], { seen, ...(moderationNote !== undefined && { moderationNote }) })
    const isDone = await done
    setBusy(false)
    if (!isDone || action === 'unapprove') return
    // Moderators who come from the list continue with it; those who followed a link wanted this group.
    if (next && last.queue) next()
    else if (action === 'delete') void navigate({ to: '/admin/moderation', search: last.queue ?? {} })
  }
  return { busy, act }
}

/** The page of a group: what was seen there, what can be done, and which dialog is open. */
export const useGroupPage = (group: AdminGroup) => {
  const { groupId } = group
  const navigate = useNavigate()
  const [dialog, open] = useState<OpenDialog>()
  const seen = useSeenGroups([group])
  const { next, previous } = useNeighbours(groupId)
  const { busy, act } = useDecisions(group, seen, next)
  const page = { act: (action: Action) => void act(action), open }
  const actions = {
    ...actionsOn([groupId], page),
    ...photoActionsOn(group, page),
    next,
    previous,
    /** Goes back to the group whose step it was. */
    undo: () => {
      const [only, ...more] = undo()?.groupIds ?? []
      if (only === undefined || more.length > 0 || only === groupId) return
      void navigate({ to: '/admin/moderation/$groupId', params: { groupId: only } })
    },
  }
  const close = () => open(undefined)
  const remove = () => {
    close()
    page.act('delete')
  }
  return {
    viewer: { group, seen, actions },
    busy,
    dialog,
    close,
    remove,
    note: (text: string) => act('unapprove', text),
  }
}
