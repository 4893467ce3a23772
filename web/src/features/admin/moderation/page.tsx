import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { actionsOn, photoActionsOn } from './group/actions.ts'
import { KeysButton } from './group/keys-dialog.tsx'
import './group/report-to-pages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { useKeyMap } from './group/keys.ts'
import { GroupList } from './list/group-list.tsx'
import { QueueFilter } from './list/queue-filter.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { OpenRequests } from './removal-requests/open-requests.tsx'
import { adminGroup } from './session/groups.ts'
import { saveOnLeaving } from './session/save-draft.ts'
import { type Queue, useQueue } from './use-queue.ts'
import { Overlays } from './viewer/overlays.tsx'
import type { Viewer } from './viewer/viewer.ts'

/** The moderation queue. */
export const ModerationPage = () => {
  const { t } = useTexts()
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
      <SelectionBar
        count={selection.selected.length}
        status={search.status}
        actions={actions}
        onClear={selection.clear}
      />
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
  const client = useQueryClient()
  useEffect(() => {
    if (groupId === undefined) return
    void client.fetchQuery({ ...adminGroup(groupId), staleTime: 10_000 }).then(
      ({ images: [first] }) => {
        if (first) new Image().src = withBasePath(first.filePath)
      },
      // Loaded again when it is shown.
      () => undefined,
    )
  }, [client, groupId])
}
