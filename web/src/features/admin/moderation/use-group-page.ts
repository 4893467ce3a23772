import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { actionsOn, type OpenDialog, photoActionsOn } from './group/actions.ts'
import { useSeenGroups } from './group/use-session.ts'
import type { AdminGroup } from './session/groups.ts'
import { lastQueue } from './session/last-queue.ts'
import { type Action, moderate } from './session/moderate.ts'
import { undo } from './session/undo.ts'
import { useNeighbours } from './use-neighbours.ts'

/** The page of a group: what was seen there, what can be done, and which dialog is open. */
export const useGroupPage = (group: AdminGroup) => {
  const { groupId } = group
  const navigate = useNavigate()
  const [dialog, open] = useState<OpenDialog>()
  const [busy, setBusy] = useState(false)
  const seen = useSeenGroups([group])
  const { next, previous } = useNeighbours(groupId)
  const goOn = (action: Action) => {
    // Moderators who come from the list continue with it; those who followed a link wanted this group.
    if (next && lastQueue()) next()
    else if (action === 'delete') void navigate({ to: '/admin/moderation', search: lastQueue() ?? {} })
  }
  const act = async (action: Action, moderationNote?: string) => {
    setBusy(action !== 'delete')
    const { done } = moderate(action, [group], { seen, ...(moderationNote !== undefined && { moderationNote }) })
    const isDone = await done
    setBusy(false)
    if (isDone && action !== 'unapprove') goOn(action)
  }
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
