import { type SettingKey, settingKeys } from '#contract/settings/setting-table.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'
import { presentSettings } from '#server/features/settings/routes.ts'
import type { Deps } from '#server/ports/deps.ts'

type Reads = Pick<Deps, 'config' | 'secretBox'>

/** In place of a secret. */
const hidden = '(set, not shown)'

const maxLength = 80

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const short = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`
}

/** The value in force, alone on the line for scripts; empty where there is none. */
export function describeSetting(reads: Reads, stored: StoredSettings, key: SettingKey): string {
  const { value = null, default: byDefault = null, isSet } = presentSettings(reads, stored).settings[key] ?? {}
  if (isSet) return hidden
  const inForce = value ?? byDefault
  return inForce === null ? '' : asText(inForce)
}

/** One line each: key, value, and where it comes from. */
export function describeSettings(reads: Reads, stored: StoredSettings): string {
  const { settings, logo } = presentSettings(reads, stored)
  const width = Math.max(...settingKeys.map((key) => key.length))
  const lines = settingKeys.map((key) => {
    const { value = null, default: byDefault = null, locked = false, variable = null, isSet } = settings[key] ?? {}
    const from = locked ? ` (${variable})` : value === null && !isSet ? ' (default)' : ''
    const inForce = value ?? byDefault
    return `${key.padEnd(width)}  ${isSet ? hidden : inForce === null ? '–' : short(inForce)}${from}`
  })
  return [...lines, `${'logo'.padEnd(width)}  ${logo ?? '– (default)'}`].join('\n')
}
