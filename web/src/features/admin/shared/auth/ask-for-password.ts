/** Actions that wait for the password to be entered again. */
let waiting: ((entered: boolean) => void)[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const isAsking = (): boolean => waiting.length > 0

export const onAsked = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** true once the password was entered, false when the question was closed. One question for all who ask meanwhile. */
export const askForPassword = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting = [...waiting, resolve]
    tell()
  })

export const answerReauthentication = (entered: boolean): void => {
  const answered = waiting
  waiting = []
  tell()
  for (const resolve of answered) resolve(entered)
}
