import type { UndoStep } from './use-undo.ts'

/** As long as the message with the undo button is shown. */
const undoableMs = 8_000

/** A deletion that was undone before the server knew of it. */
export class DeletionUndone extends Error {}

/** Resolves after a delay; rejects with `DeletionUndone` when the step is undone first. */
export const undoable = (step: UndoStep): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const timer = window.setTimeout(() => {
      step.cancel = undefined
      resolve()
    }, undoableMs)
    step.cancel = () => {
      clearTimeout(timer)
      reject(new DeletionUndone())
    }
  })
