import { useEffect } from 'react'
import { type UndoStep, useUndo } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { noteOpened } from '#web/features/admin/moderation/seen/opened-groups.ts'
import { useSeenGroups } from '#web/features/admin/moderation/seen/use-seen-groups.ts'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { AdminGroup } from './group-queries.ts'

export type GroupSteps = ReturnType<typeof useGroupSteps>

/** What was seen of the group here, and the steps that can be undone. */
export const useGroupSteps = (group: AdminGroup) => {
  const { t } = useTexts()
  const seen = useSeenGroups([group])
  const undo = useUndo<UndoStep>()
  useEffect(() => noteOpened(group), [group])
  const say = (text: string, undoId: string | null) => {
    if (undoId === null) return sayDone(text)
    const step = { undoId }
    undo.add(step)
    sayDone(text, { label: t('moderation.undo'), run: () => void undo.undo(step) })
  }
  return { seen, say, undo: () => void undo.undo() }
}
