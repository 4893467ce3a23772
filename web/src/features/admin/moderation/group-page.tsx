import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatchRoute, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isCode } from '#web/api/api-error.ts'
import { decidedText } from '#web/features/admin/shared/live-updates/decided.tsx'
import { useDecisions } from '#web/features/admin/shared/live-updates/decisions.ts'
import { Loaded, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import './group/report-to-pages.ts'
import { focusSoon } from '#web/components/focus-soon.ts'
import { actionsOn, type OpenDialog, photoActionsOn } from './group/actions.ts'
import { usePendingDeletion, useSeenGroups } from './group/use-session.ts'
import { type AdminGroup, adminGroup, groupsPage } from './session/groups.ts'
import { last } from './session/listed-page.ts'
import { type Action, moderate } from './session/moderate.ts'
import { saveOnLeaving } from './session/save-draft.ts'
import type { SeenGroups } from './session/seen-groups.ts'
import { undo } from './session/undo.ts'
import { Overlays } from './viewer/overlays.tsx'
import { GroupView } from './viewer/page/group-view.tsx'

/** One group with all its details. The chat bot links here. */
export const GroupPage = () => {
  const { groupId } = useParams({ from: '/admin/moderation/$groupId' })
  const query = useQuery(adminGroup(groupId))
  const decided = useDecisions().get(groupId)
  const pending = usePendingDeletion()
  useEffect(() => {
    last.groupId = groupId
  }, [groupId])
  // Someone may also delete the group while the page is open.
  if (isCode(query.error, 'GROUP_NOT_FOUND')) {
    const text = decided?.decision === 'deleted' ? decidedText(decided) : t('group.goneText')
    return <Gone title={t('group.goneTitle')} text={text} />
  }
  if (pending.has(groupId))
    return <Gone title={t('group.pendingDeletionTitle')} text={t('group.pendingDeletionText')} />
  return (
    <Loaded query={query} placeholder={640}>
      {(group) => <Shown key={groupId} group={group} />}
    </Loaded>
  )
}

const Gone = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <PageTitle title={title} text={text}>
    <Button component={Link} to="/admin/moderation">
      {t('group.toQueue')}
    </Button>
  </PageTitle>
)

const Shown = ({ group }: { readonly group: AdminGroup }) => {
  const { viewer, busy, dialog, close, remove, note } = useGroupPage(group)
  const navigate = useNavigate()
  // Whether the photos are shown large is kept in the address, and in force for the next group, too.
  const { view } = useSearch({ from: '/admin/moderation/$groupId' })
  const [imageId, setImageId] = useState<number>()
  const { groupId } = group
  const go = (search: { view?: 'photos' }) =>
    navigate({ to: '/admin/moderation/$groupId', params: { groupId }, search, replace: true, resetScroll: false })
  const show = (id?: number) => {
    setImageId(id)
    void go({ view: 'photos' })
  }
  const closePhotos = async (id: number | undefined) => {
    await go({})
    focusSoon(`photo-${id}`)
  }
  return (
    <>
      <GroupView viewer={viewer} busy={busy} onNote={note} onView={show} />
      <Overlays
        large={view === 'photos' ? viewer : undefined}
        imageId={imageId}
        onCloseLarge={closePhotos}
        dialog={dialog}
        place="page"
        groups={[group]}
        onClose={close}
        onDelete={remove}
      />
    </>
  )
}

/** Decides about the group, and goes on to the next one. */
const useDeciding = (group: AdminGroup, seen: SeenGroups, next: (() => void) | undefined) => {
  const navigate = useNavigate()
  const isOpen = useMatchRoute()
  const [busy, setBusy] = useState(false)
  const act = async (action: Action, moderationNote?: string) => {
    setBusy(action !== 'delete')
    const { done } = moderate(action, [group], { seen, ...(moderationNote !== undefined && { moderationNote }) })
    const isDone = await done
    setBusy(false)
    // Another page may be open when the answer comes.
    const isHere = isOpen({ to: '/admin/moderation/$groupId', params: { groupId: group.groupId } })
    if (!isDone || !isHere || action === 'unapprove') return
    // Moderators who come from the list continue with it; those who followed a link wanted this group.
    if (next && last.queue) next()
    else if (action === 'delete') void navigate({ to: '/admin/moderation', search: last.queue ?? {} })
  }
  return { busy, act }
}

/** The page of a group: what was seen there, what can be done, and which dialog is open. */
const useGroupPage = (group: AdminGroup) => {
  const { groupId } = group
  const navigate = useNavigate()
  const [dialog, open] = useState<OpenDialog>()
  const seen = useSeenGroups([group])
  const { next, previous } = useNeighbours(groupId)
  const { busy, act } = useDeciding(group, seen, next)
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
  return {
    viewer: { group, seen, actions },
    busy,
    dialog,
    close: () => open(undefined),
    remove: () => page.act('delete'),
    note: (text: string) => act('unapprove', text),
  }
}

/**
 * Opens the next and the previous group of the list that was shown last, else of those that wait, and saves what was typed;
 * undefined where there is none. After the last one comes the first that is left.
 */
const useNeighbours = (groupId: string) => {
  const navigate = useNavigate()
  const { view } = useSearch({ from: '/admin/moderation/$groupId' })
  const pending = usePendingDeletion()
  const { data } = useQuery(groupsPage(last.queue ?? {}))
  const ids = data?.groups.map((group) => group.groupId) ?? []
  const at = ids.indexOf(groupId)
  const isOther = (id: string) => id !== groupId && !pending.has(id)
  const to = (id: string | undefined) =>
    id === undefined
      ? undefined
      : () => {
          void saveOnLeaving(groupId)
          void navigate({ to: '/admin/moderation/$groupId', params: { groupId: id }, search: view ? { view } : {} })
        }
  return {
    next: to([...ids.slice(at + 1), ...ids].find(isOther)),
    previous: to(ids.slice(0, Math.max(0, at)).findLast(isOther)),
  }
}
