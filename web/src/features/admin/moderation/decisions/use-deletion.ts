import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { Results, Step } from './use-moderation.ts'
import { inTurn, reloadAfter, type useUndo } from './use-undo.ts'

interface Page {
  readonly undo: ReturnType<typeof useUndo<Step>>
  readonly show: (step: Step) => void
  readonly bringBack: (step: Step, groupIds?: readonly string[]) => void
  readonly stopLoading: () => void
  readonly report: (step: Step, outcome: Results | Error) => void
}

/** As long as the message with its undo is there. */
const undoableMs = 8_000

class TakenBack extends Error {}

/** Ends after a while; rejects when the step is undone before. */
const undoable = (step: Step) =>
  new Promise<void>((resolve, reject) => {
    const timer = window.setTimeout(resolve, undoableMs)
    step.cancel = () => {
      clearTimeout(timer)
      reject(new TakenBack())
    }
  })

/**
 * Deletes groups for good. No undo brings them back, so the page waits before it asks the server; whoever closes it before
 * deletes nothing. Meanwhile lists are not loaded again: they would still have the groups.
 */
export const useDeletion = ({ undo, show, bringBack, stopLoading, report }: Page): ((step: Step) => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { mutate } = useMutation({
    // Not in turn: the steps after it do not wait.
    mutationKey: inTurn.mutationKey,
    mutationFn: async (step: Step) => {
      await undoable(step)
      undo.drop(step)
      step.cancel = undefined
      return adminCall('POST /api/admin/groups/bulk', { body: { action: 'delete', groupIds: [...step.groupIds] } })
    },
    onMutate: (step) => {
      stopLoading()
      show(step)
      undo.add(step)
      const run = () => void undo.undo(step)
      sayDone(t('moderation.did.delete', { count: step.groupIds.length }), { label: t('moderation.undo'), run })
    },
    onSuccess: ({ results }, step) => {
      const failed = results.filter(({ ok }) => !ok)
      bringBack(
        step,
        failed.map(({ groupId }) => groupId),
      )
      if (failed.length > 0) report(step, failed)
    },
    onError: (error, step) => {
      if (error instanceof TakenBack) return sayDone(t('moderation.undone', { count: step.groupIds.length }))
      bringBack(step)
      report(step, error)
    },
    onSettled: () => reloadAfter(client),
  })
  return mutate
}
