import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { useLeaving } from '#web/features/admin/moderation/decisions/leaving.ts'
import { useModeration } from '#web/features/admin/moderation/decisions/use-moderation.ts'
import { useReview } from '#web/features/admin/moderation/decisions/use-review.ts'
import { type UndoStep, useUndo } from '#web/features/admin/moderation/decisions/use-undo.ts'
import type { OpenDialog } from '#web/features/admin/moderation/dialogs/queue-dialogs.tsx'
import { useSaveDraft } from '#web/features/admin/moderation/drafts/use-save-draft.ts'
import { useQueueKeys } from '#web/features/admin/moderation/keyboard/use-queue-keys.ts'
import { useSeenGroups } from '#web/features/admin/moderation/seen/use-seen-groups.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { noteQueue } from './last-queue.ts'
import { withoutLeaving } from './moderated-page.ts'
import { type GroupsPage, groupsPage } from './queue-queries.ts'
import type { QueueSearch } from './queue-search.ts'
import { usePosition } from './use-position.ts'
import { useSelection } from './use-selection.ts'
import { useViewed } from './use-viewed.ts'

/** The list with seen groups, current group, selection and actions. */
export const useQueue = (search: QueueSearch) => {
  useEffect(() => noteQueue(search), [search])
  const list = useList(search)
  const listed = list.data?.groups ?? []
  const ids = listed.map(({ groupId }) => groupId)
  const [dialog, showDialog] = useDialog()
  const [viewing, setViewing] = useState(false)
  const selection = useSelection(ids)
  const position = usePosition(ids, dialog !== undefined || viewing)
  const { current, goTo, neighbour } = position
  const groups = useViewed(listed, viewing ? current : undefined)
  const seen = useSeenGroups(groups)
  const decide = useModeration(search, seen)
  const view = (groupId: string) => {
    position.setCurrent(groupId)
    setViewing(true)
  }
  const review = useReview({ groups, position, selection, onUnseen: view, decide })
  const openDialog = (kind: OpenDialog['kind'], chosen?: readonly string[]) => {
    showDialog(kind, chosen ?? (kind === 'edit' && current ? [current] : review.targets()))
  }
  const undoStep = useUndo()
  const undo = (step?: UndoStep) => goTo(undoStep(step)?.groupIds[0])
  useQueueKeys({ position, selection, review, undo: () => undo(), onView: view, onDialog: openDialog })
  useSaidSelection(selection.selected.length)
  const closeDialog = () => {
    showDialog()
    goTo(current)
  }
  const close = () => {
    setViewing(false)
    closeDialog()
  }
  const remove = (groupIds: readonly string[]) => {
    showDialog()
    review.moderate('delete', groupIds)
  }
  const desk = useLightboxDesk({ position, review, openDialog })
  const lightbox =
    viewing && desk !== undefined && ids.length > 0
      ? { ...desk, nextId: neighbour(1), seen, undo, covered: dialog !== undefined, onClose: close }
      : undefined
  const dialogs = { dialog, viewing, groups, onClose: closeDialog, onDelete: remove }
  return { list, selection, position, seen, review, openDialog, view, lightbox, dialogs }
}

/** The open dialog and how to open one for groups; without a kind it closes. */
function useDialog() {
  const [dialog, setDialog] = useState<OpenDialog>()
  const show = (kind?: OpenDialog['kind'], groupIds: readonly string[] = []) => {
    if (kind === undefined) setDialog(undefined)
    else if (kind === 'keys') setDialog({ kind })
    else if (groupIds.length > 0) setDialog({ kind, groupIds })
  }
  return [dialog, show] as const
}

interface Queue {
  readonly position: ReturnType<typeof usePosition>
  readonly review: ReturnType<typeof useReview>
  readonly openDialog: (kind: OpenDialog['kind'], chosen?: readonly string[]) => void
}

/** What can be done with the current group in the lightbox. */
const useLightboxDesk = ({ position, review, openDialog }: Queue) => {
  const saveTyped = useSaveDraft()
  const { current, goTo, neighbour } = position
  if (current === undefined) return undefined
  const stepTo = (by: 1 | -1) => {
    const groupId = neighbour(by)
    if (groupId === undefined || groupId === current) return undefined
    return () => {
      saveTyped(current)
      goTo(groupId)
    }
  }
  const desk = {
    approve: (approved: boolean) => review.moderate(approved ? 'approve' : 'unapprove', [current]),
    onDelete: () => openDialog('delete', [current]),
    onEdit: () => openDialog('edit', [current]),
    onHelp: () => openDialog('keys'),
    openPage: () => review.open(current),
    next: stepTo(1),
    previous: stepTo(-1),
  }
  return { groupId: current, desk }
}

/** The page of the list, without what is being deleted. */
const useList = (search: QueueSearch) => {
  const leaving = useLeaving()
  const select = useCallback((page: GroupsPage) => withoutLeaving(page, leaving), [leaving])
  return useQuery({ ...groupsPage(search), select })
}

const useSaidSelection = (count: number) => {
  const { t } = useTexts()
  useEffect(() => {
    if (count > 0) announce(t('moderation.chosen', { count }))
  }, [count, t])
}
