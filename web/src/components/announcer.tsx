import { VisuallyHidden } from '@mantine/core'
import { createStore, useSelector } from '@tanstack/react-store'

const message = createStore('')

/** Announces to screen readers what is otherwise only visible. */
export const announce = (text: string): void => {
  // A repeated text would not count as a change.
  message.setState((before) => (text === before ? `${text}\u00a0` : text))
}

export const Announcer = () => (
  <VisuallyHidden role="status" aria-live="polite">
    {useSelector(message)}
  </VisuallyHidden>
)
