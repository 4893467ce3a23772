import { createStore } from '@tanstack/react-store'
import { onSessionEnd } from './session.ts'

/** Actions that wait for the password to be entered again. */
export const waiting = createStore<readonly ((entered: boolean) => void)[]>([])

/** true once the password was entered, false when the question was closed. One question for all who ask meanwhile. */
export const askForPassword = (): Promise<boolean> =>
  new Promise((resolve) => waiting.setState((others) => [...others, resolve]))

export const answerReauthentication = (entered: boolean): void => {
  const answered = waiting.state
  waiting.setState(() => [])
  for (const resolve of answered) resolve(entered)
}

// Whoever logs in next must not carry out what somebody else began.
onSessionEnd(() => answerReauthentication(false))
