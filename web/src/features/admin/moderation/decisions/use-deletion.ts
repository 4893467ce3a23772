import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetDraft } from '#web/features/admin/moderation/drafts/drafts.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { markLeaving, unmarkLeaving } from './leaving.ts'
import { DeletionUndone, undoable } from './undoable.ts'
import { addStep, dropStep, inTurn, reloadAfter, type UndoStep, useUndo } from './use-undo.ts'

/**
 * Deletes groups for good. The server has no undo for this, so the page waits before it asks the server; closing it before
 * deletes nothing.
 */
export const useDeletion = (): ((groupIds: readonly string[]) => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const undo = useUndo()
  const { mutate } = useMutation({
    // Not queued: later steps do not wait for it.
    mutationKey: inTurn.mutationKey,
    mutationFn: async (step: UndoStep) => {
      await undoable(step)
      dropStep(step)
      return adminCall('POST /api/admin/groups/bulk', { body: { action: 'delete', groupIds: [...step.groupIds] } })
    },
    onMutate: (step) => {
      markLeaving(step.groupIds)
      addStep(step)
      const run = () => void undo(step)
      sayDone(t('moderation.did.delete', { count: step.groupIds.length }), { label: t('moderation.undo'), run })
    },
    onSuccess: ({ results }) => {
      const failed = results.filter(({ ok }) => !ok).map(({ groupId }) => groupId)
      unmarkLeaving(failed)
      for (const { groupId, ok } of results) if (ok) forgetDraft(groupId)
      if (failed.length > 0) sayFailure(t('moderation.someFailed', { count: failed.length }))
    },
    onError: (error, { groupIds }) => {
      unmarkLeaving(groupIds)
      const count = groupIds.length
      if (error instanceof DeletionUndone) sayDone(t('moderation.undone', { count }))
      else sayFailure(t('moderation.failed', { count }), error)
    },
    onSettled: () => reloadAfter(client),
  })
  return (groupIds) => mutate({ groupIds, begin: () => unmarkLeaving(groupIds) })
}
