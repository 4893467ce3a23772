import { isRetryable } from '#web/api/query-client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { onSessionEnd } from '#web/features/admin/shared/auth/session.ts'
import { mutate, type Report, report } from './mutate.ts'

/** A step of this moderator. Its `undoId` comes with the answer, null for a step that has changed nothing. */
export interface UndoStep {
  readonly groupIds: readonly string[]
  undoId?: string | null
  /** Undoes a step that the server does not know of yet. */
  readonly cancel?: () => void
  /** Shows the restored state immediately. */
  readonly restore?: () => void
  /** The undo was refused. */
  readonly repeat?: () => void
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

/** Undoes a step, the last one unless another is named: each group is exactly as before. Returns the step. */
export function undo(step = steps.at(-1)): UndoStep | undefined {
  if (step === undefined || !steps.includes(step)) return void report('announcement', 'moderation.nothingToUndo')
  dropStep(step)
  step.restore?.()
  if (step.cancel) step.cancel()
  else void undoOnServer(step)
  return step
}

async function undoOnServer(step: UndoStep): Promise<void> {
  // The answer of the step itself brings the id: it is read when it is this step's turn.
  const send = async () =>
    step.undoId ? adminCall('POST /api/admin/groups/undo', { body: { undoId: step.undoId } }) : { groupIds: [] }
  try {
    const { groupIds } = await mutate('moderate', send)
    if (groupIds.length > 0) report('success', 'moderation.undone', { count: groupIds.length })
  } catch (error) {
    step.repeat?.()
    // The next undo must not be of an earlier step.
    if (isRetryable(error)) addStep(step)
    report('error', 'moderation.notUndone', { error })
  }
}

/** Reports a change of one group that is done; one that has changed something can be undone. */
export function reportStep(groupId: string, text: Report['text'], undoId: string | null): void {
  const step = { undoId, groupIds: [groupId] }
  if (undoId !== null) addStep(step)
  report('success', text, { undo: undoId === null ? undefined : () => undo(step) })
}
