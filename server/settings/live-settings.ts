import type { Deps } from '#server/ports/deps.ts'
import type { LiveSettings } from '#server/ports/settings/live-settings.ts'
import { settingsOfConfig } from './settings-of-config.ts'

/** How soon a change by another process is in force. */
const everyMs = 500

/** Reads the settings, and again after each change by any process. */
export async function openSettings({
  config,
  database,
  log,
}: Pick<Deps, 'config' | 'database' | 'log'>): Promise<LiveSettings & AsyncDisposable> {
  let stored = await database.settings.all()
  const refresh = async () => {
    if ((await database.settings.revision()) !== stored.revision) stored = await database.settings.all()
  }
  let checking = Promise.resolve()
  let waiting = false
  // One at a time: in an outage a query may take longer than the interval.
  const timer = setInterval(() => {
    if (waiting) return
    waiting = true
    checking = refresh()
      .catch((err: unknown) => log.debug({ err }, 'the settings could not be read'))
      .finally(() => {
        waiting = false
      })
  }, everyMs).unref()
  return {
    defaults: settingsOfConfig(config),
    get stored() {
      return stored
    },
    refresh,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await checking
    },
  }
}
