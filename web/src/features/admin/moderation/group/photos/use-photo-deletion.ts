import { useMutation, useQueryClient } from '@tanstack/react-query'
import { markLeaving, photoKey, unmarkLeaving } from '#web/features/admin/moderation/decisions/leaving.ts'
import { DeletionUndone, undoable } from '#web/features/admin/moderation/decisions/undoable.ts'
import { addStep, dropStep, type UndoStep, useUndo } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface Step extends UndoStep {
  readonly imageId: string
}

/** Deletes a photo for good, after a while in which that can be undone. */
export const usePhotoDeletion = (groupId: string): ((imageId: string) => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const undo = useUndo()
  const { mutate } = useMutation({
    mutationFn: async (step: Step) => {
      await undoable(step)
      dropStep(step)
      const params = { groupId, imageId: step.imageId }
      return adminCall('DELETE /api/admin/groups/{groupId}/images/{imageId}', { params })
    },
    onMutate: (step) => {
      markLeaving([photoKey(step.imageId)])
      addStep(step)
      sayDone(t('group.photoDeleted'), { label: t('moderation.undo'), run: () => void undo(step) })
    },
    onError: (error, { imageId }) => {
      unmarkLeaving([photoKey(imageId)])
      if (error instanceof DeletionUndone) sayDone(t('group.photoBack'))
      else sayFailure(t('group.notSaved'), error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'groups'] }),
  })
  return (imageId) => mutate({ imageId, groupIds: [groupId], begin: () => unmarkLeaving([photoKey(imageId)]) })
}
