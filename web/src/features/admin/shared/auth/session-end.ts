const endings = new Set<() => void>()

/** What the pages keep beside the queries goes with the session as well. */
export const onSessionEnd = (forget: () => void): void => void endings.add(forget)

export const forgetSession = (): void => {
  for (const forget of endings) forget()
}
