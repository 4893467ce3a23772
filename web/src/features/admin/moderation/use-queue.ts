import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { OpenDialog } from './group/actions.ts'
import { usePendingDeletion, useSeenGroups } from './group/use-session.ts'
import { usePosition } from './list/use-position.ts'
import { useSelection } from './list/use-selection.ts'
import {
  type AdminGroup,
  adminGroup,
  type GroupsPage,
  groupsPage,
  type ListedGroup,
  type SeenGroup,
} from './session/groups.ts'
import { last, nextAfter, withoutPending } from './session/listed-page.ts'
import { type Action, moderate, sortOut } from './session/moderate.ts'
import type { QueueSearch } from './session/queue-search.ts'
import { undo } from './session/undo.ts'

export type Queue = ReturnType<typeof useQueue>

/** The list with its current group, the one in the lightbox, the selection, and what was seen. */
export const useQueue = (search: QueueSearch) => {
  useEffect(() => {
    last.queue = search
  }, [search])
  const list = useList(search)
  const listed = list.data?.groups ?? []
  const ids = listed.map(({ groupId }) => groupId)
  const [dialog, open] = useState<OpenDialog>()
  const [viewing, setViewing] = useState(false)
  const selection = useSelection(ids)
  const position = usePosition(ids, dialog !== undefined || viewing)
  const { current, goTo, replaceBy } = position
  const viewed = useViewed(viewing && ids.length > 0 ? current : undefined)
  const groups = withViewed(listed, viewed)
  const seen = useSeenGroups(groups)
  const view = (groupId: string) => {
    position.setCurrent(groupId)
    setViewing(true)
  }
  const act = (action: Action, groupIds: readonly string[]) => {
    const chosen = groups.filter(({ groupId }) => groupIds.includes(groupId))
    const [unseen] = sortOut(action, chosen).unseen
    if (unseen && groupIds.length === 1) return view(unseen.groupId)
    const { groupIds: decided } = moderate(action, chosen, { seen, search })
    if (decided.length === 0) return
    selection.clear()
    if (current === undefined || decided.includes(current)) replaceBy(nextAfter(groups, decided))
  }
  const closeDialog = () => {
    open(undefined)
    goTo(current)
  }
  const closeView = () => {
    setViewing(false)
    closeDialog()
  }
  const undoStep = () => goTo(undo()?.groupIds[0])
  const state = { list, groups, seen, viewed, viewing, selection, position, dialog }
  return { ...state, page: { act, open }, view, closeView, closeDialog, undo: undoStep }
}

/** The page of the list, without what is being deleted. */
const useList = (search: QueueSearch) => {
  const pending = usePendingDeletion()
  const select = useCallback((page: GroupsPage) => withoutPending(page, pending), [pending])
  return useQuery({ ...groupsPage(search), select })
}

const useViewed = (groupId: string | undefined): AdminGroup | undefined => {
  const { data } = useQuery({ ...adminGroup(groupId ?? ''), enabled: groupId !== undefined })
  return groupId === data?.groupId ? data : undefined
}

/** The listed groups; the one in the lightbox with all of its photos, also when the list has lost it since. */
const withViewed = (listed: readonly ListedGroup[], viewed: AdminGroup | undefined): readonly SeenGroup[] => {
  if (viewed === undefined) return listed
  const isListed = listed.some(({ groupId }) => groupId === viewed.groupId)
  return isListed ? listed.map((group) => (group.groupId === viewed.groupId ? viewed : group)) : [...listed, viewed]
}
