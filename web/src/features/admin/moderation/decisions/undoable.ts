import type { UndoStep } from './use-undo.ts'

/** As long as the message with its undo is there. */
const undoableMs = 8_000

/** A deletion that was taken back before the server knew of it. */
export class TakenBack extends Error {}

/** Ends after a while; rejects with `TakenBack` when the step is undone before. */
export const undoable = (step: UndoStep): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const timer = window.setTimeout(() => {
      step.cancel = undefined
      resolve()
    }, undoableMs)
    step.cancel = () => {
      clearTimeout(timer)
      reject(new TakenBack())
    }
  })
