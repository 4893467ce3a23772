import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addStep, type UndoStep, useUndo } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { noteOpened } from '#web/features/admin/moderation/seen/opened-groups.ts'
import { useSeenGroups } from '#web/features/admin/moderation/seen/use-seen-groups.ts'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { AdminGroup } from './group-queries.ts'

export type GroupSteps = ReturnType<typeof useGroupSteps>

/** What was seen of the group here, and the steps that can be undone. */
export const useGroupSteps = (group: AdminGroup) => {
  const seen = useSeenGroups([group])
  const undo = useUndoThere(group)
  const say = useSayStep(group, undo)
  useEffect(() => noteOpened(group), [group])
  return { seen, say, undo: () => undo() }
}

/** Says that a step was done; one that has changed something can be undone. */
export const useSayStep = ({ groupId }: AdminGroup, undo: (step?: UndoStep) => void) => {
  const { t } = useTexts()
  return (text: string, undoId: string | null) => {
    if (undoId === null) return sayDone(text)
    const step = { undoId, groupIds: [groupId] }
    addStep(step)
    sayDone(text, { label: t('moderation.undo'), run: () => undo(step) })
  }
}

/** Goes back to the group whose step it was. */
const useUndoThere = ({ groupId }: AdminGroup) => {
  const undo = useUndo()
  const navigate = useNavigate()
  return (step?: UndoStep): void => {
    const [only, ...more] = undo(step)?.groupIds ?? []
    if (only === undefined || more.length > 0 || only === groupId) return
    void navigate({ to: '/admin/moderation/$groupId', params: { groupId: only } })
  }
}
