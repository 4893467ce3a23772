import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { noteOwnChange } from '#web/features/admin/shared/own-changes.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** A step of this page. Its `undoId` comes with the answer, null for a step that has changed nothing. */
export interface UndoStep {
  undoId?: string | null
  /** Of a step that the server does not know of yet. */
  cancel?: (() => void) | undefined
}

interface Effects<Step> {
  readonly begin?: (step: Step) => void
  readonly fail?: (step: Step) => void
}

const undoDepth = 50

/** Steps run one after another: an undo must not overtake its step. */
export const inTurn = { mutationKey: ['moderate'], scope: { id: 'moderate' } }

/** After the last of several that overlap: an earlier answer would bring back what the others have just moved away. */
export const reloadAfter = (client: QueryClient) => {
  if (client.isMutating({ mutationKey: inTurn.mutationKey }) > 1) return
  void client.invalidateQueries({ queryKey: ['admin'] })
}

/** Has the server undo steps of this page: each group is exactly as it was before. */
export const useUndo = <Step extends UndoStep>({ begin, fail }: Effects<Step> = {}) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const steps = useRef<readonly Step[]>([])
  const drop = (step: Step) => {
    steps.current = steps.current.filter((each) => each !== step)
  }
  const { mutate } = useMutation({
    ...inTurn,
    mutationFn: async ({ undoId }: Step) =>
      undoId ? adminCall('POST /api/admin/groups/undo', { body: { undoId } }) : { groupIds: [] },
    onMutate: (step) => begin?.(step),
    onSuccess: ({ groupIds }) => {
      for (const groupId of groupIds) noteOwnChange(groupId)
      if (groupIds.length > 0) sayDone(t('moderation.undone', { count: groupIds.length }))
    },
    onError: (error, step) => {
      fail?.(step)
      sayFailure(t('moderation.notUndone'), error)
    },
    onSettled: () => reloadAfter(client),
  })
  return {
    add(step: Step) {
      steps.current = [...steps.current, step].slice(-undoDepth)
    },
    drop,
    /** Returns the step that is being undone: the last one unless another is named. */
    undo(step: Step | undefined = steps.current.at(-1)): Step | undefined {
      if (step === undefined || !steps.current.includes(step)) return void announce(t('moderation.nothingToUndo'))
      drop(step)
      if (step.cancel) {
        begin?.(step)
        step.cancel()
      } else mutate(step)
      return step
    },
  }
}
