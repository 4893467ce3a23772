const endings = new Set<() => void>()

/** Registers what clears a page's data beside the queries when the session ends. */
export const onSessionEnd = (forget: () => void): void => void endings.add(forget)

export const forgetSession = (): void => {
  for (const forget of endings) forget()
}
