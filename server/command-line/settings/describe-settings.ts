import { type SettingKey, settingKeys } from '#contract/settings/setting-table.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'
import { presentSettings } from '#server/features/settings/routes.ts'
import type { Deps } from '#server/ports/deps.ts'

type Config = Deps['config']

const maxLength = 80

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const short = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`
}

/** The value in force, alone on the line for scripts; empty where there is none. */
export function describeSetting(config: Config, stored: StoredSettings, key: SettingKey): string {
  const { value = null, default: byDefault = null } = presentSettings(config, stored).settings[key] ?? {}
  const inForce = value ?? byDefault
  return inForce === null ? '' : asText(inForce)
}

/** One line each: key, value, and where it comes from. */
export function describeSettings(config: Config, stored: StoredSettings): string {
  const { settings, logo } = presentSettings(config, stored)
  const width = Math.max(...settingKeys.map((key) => key.length))
  const lines = settingKeys.map((key) => {
    const { value = null, default: byDefault = null, locked = false, variable = null } = settings[key] ?? {}
    const from = locked ? ` (${variable})` : value === null ? ' (default)' : ''
    const inForce = value ?? byDefault
    return `${key.padEnd(width)}  ${inForce === null ? '–' : short(inForce)}${from}`
  })
  return [...lines, `${'logo'.padEnd(width)}  ${logo ?? '– (default)'}`].join('\n')
}
