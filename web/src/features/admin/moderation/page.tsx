import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import { actionsOn, type OpenDialog, photoActionsOn } from './group/actions.ts'
import { KeysButton } from './group/keys-dialog.tsx'
import './group/report-to-pages.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useKeyMap } from './group/keys.ts'
import { MoveGroups } from './group/move-groups.tsx'
import { usePendingDeletion, useSeenGroups } from './group/use-session.ts'
import { GroupList, SelectionBar } from './list/group-list.tsx'
import { QueueFilter } from './list/queue-filter.tsx'
import { usePosition } from './list/use-position.ts'
import { useSelection } from './list/use-selection.ts'
import { OpenRequests } from './removal-requests/open-requests.tsx'
import { type AdminGroup, adminGroup, groupsPage, type ListedGroup, type SeenGroup } from './session/groups.ts'
import { last, nextAfter, withoutPending } from './session/listed-page.ts'
import { type Action, moderate, sortOut } from './session/moderate.ts'
import type { QueueSearch } from './session/queue-search.ts'
import { saveOnLeaving } from './session/save-draft.ts'
import { undo } from './session/undo.ts'
import { Overlays } from './viewer/overlays.tsx'
import type { Viewer } from './viewer/viewer.ts'

/** The moderation queue. */
export const ModerationPage = () => {
  const search = useSearch({ from: '/admin/moderation' })
  const queue = useQueue(search)
  const actions = useQueueKeys(queue)
  const viewer = useQueueViewer(queue)
  const { selection, page } = queue
  return (
    <>
      <PageTitle title={t('moderation.title')}>
        <KeysButton onClick={actions.help} />
      </PageTitle>
      <OpenRequests />
      <QueueFilter search={search} />
      <GroupList {...queue} search={search} actionsOn={(groupIds) => actionsOn(groupIds, page)} onView={queue.view} />
      {selection.selected.length > 0 && (
        <SelectionBar
          count={selection.selected.length}
          status={search.status}
          actions={actions}
          onClear={selection.clear}
        >
          <MoveGroups groupIds={selection.selected} onMoved={selection.clear} />
        </SelectionBar>
      )}
      <Overlays
        large={viewer}
        onCloseLarge={queue.closeView}
        dialog={queue.dialog}
        place="list"
        groups={queue.groups}
        onClose={queue.closeDialog}
        onDelete={(groupIds) => page.act('delete', groupIds)}
      />
    </>
  )
}

/** How many groups are side by side. */
const columns = (): number => {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-view] > li')]
  return Math.max(1, shown.filter(({ offsetTop }) => offsetTop === shown[0]?.offsetTop).length)
}

/** What the keys and the bar of the selection do in the list: with the selection, else with the current group. */
const useQueueKeys = ({ position, selection, page, view, undo }: Queue) => {
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

/** The current group of the list in the lightbox; undefined while it is closed. */
const useQueueViewer = ({ viewed, viewing, seen, position, page, undo }: Queue): Viewer | undefined => {
  const { goTo, neighbour } = position
  const navigate = useNavigate()
  usePrefetched(viewing ? neighbour(1) : undefined)
  if (viewed === undefined) return undefined
  const { groupId } = viewed
  const stepTo = (next: string | undefined) => {
    if (next === undefined || next === groupId) return undefined
    return () => {
      void saveOnLeaving(groupId)
      goTo(next)
    }
  }
  const actions = {
    ...actionsOn([groupId], page),
    ...photoActionsOn(viewed, page),
    undo,
    next: stepTo(neighbour(1)),
    previous: stepTo(neighbour(-1)),
    open: () => void navigate({ to: '/admin/moderation/$groupId', params: { groupId } }),
  }
  return { group: viewed, seen, actions }
}

/** Preloads the next group and its first photo. */
const usePrefetched = (groupId: string | undefined) => {
  useEffect(() => {
    if (groupId === undefined) return
    void queryClient.fetchQuery({ ...adminGroup(groupId), staleTime: 10_000 }).then(
      ({ images: [first] }) => {
        if (first) new Image().src = withBasePath(first.filePath)
      },
      // Loaded again when it is shown.
      () => undefined,
    )
  }, [groupId])
}

type Queue = ReturnType<typeof useQueue>

/** The list with its current group, the one in the lightbox, the selection, and what was seen. */
const useQueue = (search: QueueSearch) => {
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
  return useQuery({ ...groupsPage(search), select: (page) => withoutPending(page, pending) })
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
