interface SessionEnd {
  /** Without a logout: the same person may go on after the next login. */
  readonly expired: boolean
}

const endings = new Set<(end: SessionEnd) => void>()

/** Registers what clears a page's data beside the queries when the session ends. */
export const onSessionEnd = (forget: (end: SessionEnd) => void): void => void endings.add(forget)

export const forgetSession = (end: SessionEnd): void => {
  for (const forget of endings) forget(end)
}
