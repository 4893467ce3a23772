import { type SettingKey, settingKeys, settingVariables } from '#contract/settings/setting-values.ts'
import type { Settings } from '#contract/settings.ts'
import { logoPath } from '#server/domain/settings/site.ts'
import type { SettingsChange, StoredValues } from '#server/domain/settings/stored-settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import { isLocked } from '#server/settings/locked.ts'
import { settingsOfConfig } from '#server/settings/settings-of-config.ts'

/** All settings, set or not. */
export function presentSettings({ config, settings }: Pick<Deps, 'config' | 'settings'>): Settings {
  const { revision, values } = settings.stored
  const inForce = settingsOfConfig(config)
  const state = (key: SettingKey) => {
    const locked = isLocked(config, key)
    const value = locked ? inForce[key] : values[key]
    const byDefault = settings.defaults[key] ?? null
    return { value: value ?? null, default: byDefault, locked, variable: settingVariables[key] ?? null }
  }
  return {
    settings: Object.fromEntries(settingKeys.map((key) => [key, state(key)])),
    logo: logoPath(values) ?? null,
    revision: String(revision),
  }
}

const shown = (key: string, value: unknown) =>
  key === 'logo' && value !== null ? logoPath({ logo: value } as StoredValues) : value

export const presentChange = ({ revision, at, by, settings }: SettingsChange) => ({
  revision: String(revision),
  at,
  by,
  settings: Object.entries(settings).map(([key, { before, after }]) => ({
    key,
    before: shown(key, before),
    after: shown(key, after),
  })),
})
