import { type SettingKey, settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import type { Settings } from '#contract/settings.ts'
import { settingsInForce } from '#server/domain/settings/settings.ts'
import { logoPath } from '#server/domain/settings/site.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import { isLocked } from '#server/settings/locked.ts'

/** All settings, set or not. */
export function presentSettings(config: Deps['config'], { revision, values }: StoredSettings): Settings {
  const byDefault = settingsInForce(config, {})
  const state = (key: SettingKey) => ({
    value: config.lockedSettings[key] ?? values[key] ?? null,
    default: byDefault[key] ?? null,
    locked: isLocked(config, key),
    variable: settingTable[key].variable ?? null,
  })
  return {
    settings: Object.fromEntries(settingKeys.map((key) => [key, state(key)])),
    logo: logoPath(values) ?? null,
    revision: String(revision),
  }
}
