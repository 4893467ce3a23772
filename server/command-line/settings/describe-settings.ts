import { type SettingKey, settingKeys } from '#contract/settings/setting-values.ts'
import type { SettingsChange, StoredSettings } from '#server/domain/settings/stored-settings.ts'
import { presentChange, presentSettings } from '#server/features/settings/present-settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import { settingsOfConfig } from '#server/settings/settings-of-config.ts'

type Config = Deps['config']

const maxLength = 80

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const short = (value: unknown): string => {
  const text = value === null ? 'default' : JSON.stringify(value)
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`
}

const stateOf = (config: Config, stored: StoredSettings) =>
  presentSettings({
    config,
    settings: { stored, defaults: settingsOfConfig(config), refresh: () => Promise.resolve() },
  })

/** The value in force, alone on the line for scripts; empty where there is none. */
export function describeSetting(config: Config, stored: StoredSettings, key: SettingKey): string {
  const { value = null, default: byDefault = null } = stateOf(config, stored).settings[key] ?? {}
  const inForce = value ?? byDefault
  return inForce === null ? '' : asText(inForce)
}

/** One line each: key, value, and where it comes from. */
export function describeSettings(config: Config, stored: StoredSettings): string {
  const { settings, logo } = stateOf(config, stored)
  const width = Math.max(...settingKeys.map((key) => key.length))
  const lines = settingKeys.map((key) => {
    const { value = null, default: byDefault = null, locked = false, variable = null } = settings[key] ?? {}
    const from = locked ? ` (${variable})` : value === null ? ' (default)' : ''
    const inForce = value ?? byDefault
    return `${key.padEnd(width)}  ${inForce === null ? '–' : short(inForce)}${from}`
  })
  return [...lines, `${'logo'.padEnd(width)}  ${logo ?? '– (default)'}`].join('\n')
}

export function describeChange(change: SettingsChange): string {
  const { at, by, settings } = presentChange(change)
  return settings.map(({ key, before, after }) => `${at} ${by}: ${key} ${short(before)} → ${short(after)}`).join('\n')
}
