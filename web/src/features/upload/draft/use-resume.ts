import { useEffect, useRef } from 'react'
import { type Attempt, isUnfinished, matchesDraft } from './attempt.ts'
import { loadAttempt } from './saved-draft.ts'
import type { DraftOnDevice } from './use-draft.ts'

/** Calls `resume` once when the draft of an earlier visit was being sent: consents were given then, and part of it has arrived. */
export const useResume = ({ draft, restored }: DraftOnDevice, resume: (attempt: Attempt) => void): void => {
  const asked = useRef(false)
  useEffect(() => {
    if (!restored || asked.current) return
    asked.current = true
    loadAttempt()
      .then((attempt) => {
        if (attempt && isUnfinished(attempt) && matchesDraft(attempt, draft, attempt.consents)) resume(attempt)
      })
      .catch(() => undefined)
  })
}
