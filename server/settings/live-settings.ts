import { retentionOf, settingsInForce } from '#server/domain/settings/settings.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { LiveSettings } from '#server/ports/settings/setting-store.ts'
import { keepRefreshed } from './keep-refreshed.ts'
import { withOpenSecrets } from './secret-settings.ts'

/** Reads the settings, and again after each change by any process. */
export async function openSettings(
  deps: Pick<Deps, 'config' | 'database' | 'log' | 'secretBox'>,
): Promise<LiveSettings & AsyncDisposable> {
  const { config, database, log, secretBox } = deps
  const inForce = (stored: StoredSettings) => {
    const current = settingsInForce(config, withOpenSecrets(secretBox, stored.values))
    return { stored, current, retention: retentionOf(current, stored.changedAt) }
  }
  let live = inForce(await database.settings.all())
  const refresh = async () => {
    if ((await database.settings.revision()) !== live.stored.revision) live = inForce(await database.settings.all())
  }
  const refreshing = keepRefreshed(refresh, log)
  return {
    get stored() {
      return live.stored
    },
    get current() {
      return live.current
    },
    get retention() {
      return live.retention
    },
    refresh,
    [Symbol.asyncDispose]: () => refreshing[Symbol.asyncDispose](),
  }
}

/** The previewer's options with the largest image that was allowed since the start: a lower limit does not disturb running uploads. */
export function withLargestImages<T>(
  settings: LiveSettings,
  options: T,
): T & { readonly maxPixels: number; readonly maxSide: number } {
  let [maxPixels, maxSide] = [0, 0]
  return {
    ...options,
    get maxPixels() {
      maxPixels = Math.max(maxPixels, settings.current.maxImagePixels)
      return maxPixels
    },
    get maxSide() {
      maxSide = Math.max(maxSide, settings.current.maxImageSide)
      return maxSide
    },
  }
}
