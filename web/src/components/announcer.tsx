import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()

/** Has a screen reader say something that is only seen otherwise. */
export const announce = (text: string): void => {
  // A text said twice in a row would be no change.
  message = text === message ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

export const Announcer = () => {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => message,
  )
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  )
}
