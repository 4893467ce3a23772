import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '#web/components/announcer.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { onSessionEnd } from '#web/features/admin/shared/auth/session-end.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** A step of this moderator. Its `undoId` comes with the answer, null for a step that has changed nothing. */
export interface UndoStep {
  readonly groupIds: readonly string[]
  undoId?: string | null
  /** Undoes a step that the server does not know of yet. */
  cancel?: (() => void) | undefined
  /** Shows the restored state at once. */
  readonly begin?: () => void
  /** The undo was refused. */
  readonly fail?: () => void
}

const undoDepth = 50

/** Shared by all pages: a step can still be undone when the next group is shown. */
let steps: readonly UndoStep[] = []
onSessionEnd(() => {
  steps = []
})

export const addStep = (step: UndoStep): void => {
  steps = [...steps, step].slice(-undoDepth)
}

export const dropStep = (step: UndoStep): void => {
  steps = steps.filter((each) => each !== step)
}

/** Steps run one after another: an undo must not overtake its step. */
export const inTurn = { mutationKey: ['moderate'], scope: { id: 'moderate' } }

/** After the last of several overlapping steps: an earlier answer would bring back what the others have just removed. */
export const reloadAfter = (client: QueryClient) => {
  if (client.isMutating({ mutationKey: inTurn.mutationKey }) > 1) return
  void client.invalidateQueries({ queryKey: ['admin'] })
}

/** Lets the server undo a step, the last one unless another is named: each group is exactly as before. Returns the step. */
export const useUndo = (): ((step?: UndoStep) => UndoStep | undefined) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { mutate } = useMutation({
    ...inTurn,
    mutationFn: async ({ undoId }: UndoStep) =>
      undoId ? adminCall('POST /api/admin/groups/undo', { body: { undoId } }) : { groupIds: [] },
    onMutate: (step) => step.begin?.(),
    onSuccess: ({ groupIds }) => {
      if (groupIds.length > 0) sayDone(t('moderation.undone', { count: groupIds.length }))
    },
    onError: (error, step) => {
      step.fail?.()
      sayFailure(t('moderation.notUndone'), error)
    },
    onSettled: () => reloadAfter(client),
  })
  return (step = steps.at(-1)) => {
    if (step === undefined || !steps.includes(step)) return void announce(t('moderation.nothingToUndo'))
    dropStep(step)
    if (step.cancel) {
      step.begin?.()
      step.cancel()
    } else mutate(step)
    return step
  }
}
