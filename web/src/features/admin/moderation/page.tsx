import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { useLeaving } from './decisions/leaving.ts'
import { useModeration } from './decisions/use-moderation.ts'
import { useReview } from './decisions/use-review.ts'
import { useUndo } from './decisions/use-undo.ts'
import { type OpenDialog, QueueDialogs } from './dialogs/queue-dialogs.tsx'
import { KeysButton } from './keyboard/keys-dialog.tsx'
import { useQueueKeys } from './keyboard/use-queue-keys.ts'
import { GroupList } from './list/group-list.tsx'
import { noteQueue } from './list/last-queue.ts'
import { withoutLeaving } from './list/moderated-page.ts'
import { QueueFilter } from './list/queue-filter.tsx'
import { type GroupsPage, groupsPage } from './list/queue-queries.ts'
import type { QueueSearch } from './list/queue-search.ts'
import { SelectionBar } from './list/selection-bar.tsx'
import { usePosition } from './list/use-position.ts'
import { useSelection } from './list/use-selection.ts'
import { OpenRequests } from './removal-requests/open-requests.tsx'
import { useSeenGroups } from './seen/use-seen-groups.ts'

/** The moderation queue. */
export const ModerationPage = () => {
  const { t } = useTexts()
  const search = useSearch({ from: '/admin/moderation' })
  const queue = useQueue(search)
  const { review, selection, position, groups, dialog } = queue
  return (
    <>
      <PageTitle title={t('moderation.title')}>
        <KeysButton onClick={() => queue.openDialog('keys')} />
      </PageTitle>
      <OpenRequests />
      <QueueFilter search={search} />
      <GroupList
        list={queue.list}
        search={search}
        seen={queue.seen}
        current={position.current}
        selection={selection}
        onCurrent={position.setCurrent}
        onAct={(action, groupId) => review.moderate(action, [groupId])}
        onDialog={(kind, groupId) => {
          position.setCurrent(groupId)
          queue.openDialog(kind, [groupId])
        }}
      />
      {selection.selected.length > 0 && (
        <SelectionBar
          count={selection.selected.length}
          status={search.status ?? 'pending'}
          onAct={review.moderate}
          onDelete={() => queue.openDialog('delete')}
          onClear={selection.clear}
        />
      )}
      <QueueDialogs dialog={dialog} groups={groups} onClose={queue.closeDialog} onDelete={queue.remove} />
    </>
  )
}

/** The list with seen groups, current group, selection and actions. */
const useQueue = (search: QueueSearch) => {
  const { t } = useTexts()
  const leaving = useLeaving()
  const select = useCallback((page: GroupsPage) => withoutLeaving(page, leaving), [leaving])
  useEffect(() => noteQueue(search), [search])
  const list = useQuery({ ...groupsPage(search), select })
  const groups = list.data?.groups ?? []
  const ids = groups.map(({ groupId }) => groupId)
  const [dialog, setDialog] = useState<OpenDialog>()
  const selection = useSelection(ids)
  const position = usePosition(ids, dialog !== undefined)
  const seen = useSeenGroups(groups)
  const decide = useModeration(search, seen)
  const takeBack = useUndo()
  const review = useReview({ groups, position, selection, decide })
  const { current, goTo } = position
  const openDialog = (kind: OpenDialog['kind'], chosen?: readonly string[]) => {
    if (kind === 'keys') return setDialog({ kind })
    const groupIds = chosen ?? (kind === 'edit' && current ? [current] : review.targets())
    if (groupIds.length > 0) setDialog({ kind, groupIds })
  }
  const undo = () => goTo(takeBack()?.groupIds[0])
  useQueueKeys({ position, selection, review, undo, onDialog: openDialog })
  const count = selection.selected.length
  useEffect(() => {
    if (count > 0) announce(t('moderation.chosen', { count }))
  }, [count, t])
  const closeDialog = () => {
    setDialog(undefined)
    goTo(current)
  }
  const remove = (groupIds: readonly string[]) => {
    setDialog(undefined)
    review.moderate('delete', groupIds)
  }
  return { list, groups, selection, position, seen, review, dialog, openDialog, closeDialog, remove }
}
