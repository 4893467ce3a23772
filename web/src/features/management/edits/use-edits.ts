import { type Dispatch, useEffect, useReducer, useState } from 'react'
import { readLocal, removeLocal, writeLocal } from '#web/components/local-store.ts'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'
import { applyEdit, type EditChange, type Edits, hasEdits, noEdits } from './edits.ts'

export interface EditsOnDevice {
  readonly edits: Edits
  readonly edit: Dispatch<EditChange>
  /** Edits of an earlier visit were found. */
  readonly restored: boolean
}

const keyOf = ({ groupId }: ManagedGroup) => `werkschau-edits-${groupId}`

/** Removes what the device keeps of a group that is gone. */
export const removeEdits = (group: ManagedGroup): void => removeLocal(keyOf(group))

/** The edits, kept on the device until they are saved: a rate limit may last an hour. */
export const useEdits = (group: ManagedGroup): EditsOnDevice => {
  const [edits, edit] = useReducer(
    (now: Edits, change: EditChange) => applyEdit(group, now, change),
    null,
    (): Edits => ({ ...noEdits, ...readLocal<Partial<Edits>>(keyOf(group), {}) }),
  )
  const unsaved = hasEdits(group, edits)
  const [restored] = useState(unsaved)
  useEffect(() => {
    if (unsaved) writeLocal(keyOf(group), edits)
    else removeEdits(group)
  }, [group, edits, unsaved])
  return { edits, edit, restored: restored && unsaved }
}
