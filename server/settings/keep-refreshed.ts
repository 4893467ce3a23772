import type { Logger } from 'pino'

/** How soon a change by another process is in force. */
const everyMs = 500

/** Calls `refresh` again and again until it is disposed. */
export function keepRefreshed(refresh: () => Promise<void>, log: Logger): AsyncDisposable {
  let checking: Promise<void> | undefined
  // One at a time: in an outage a query may take longer than the interval.
  const timer = setInterval(() => {
    checking ??= refresh()
      .catch((err: unknown) => log.debug({ err }, 'what is kept in memory could not be refreshed'))
      .finally(() => {
        checking = undefined
      })
  }, everyMs).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await checking
    },
  }
}
