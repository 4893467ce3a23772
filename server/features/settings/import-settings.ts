import { type SettingKey, settingKeys } from '#contract/settings/setting-table.ts'
import type { SettingsFile } from '#contract/settings.ts'
import type { Admin, Operator } from '#server/domain/caller.ts'
import { checkSettings } from '#server/domain/settings/setting-checks.ts'
import type { Deps } from '#server/ports/deps.ts'
import { changeSettings, type WantedValues } from '#server/settings/change-settings.ts'
import { isLocked } from '#server/settings/locked.ts'
import { changedBy } from './changed-by.ts'

/**
 * Replaces all settings, the logo included; returns those of the file that a variable locks. AppError INVALID_BODY and those
 * of a logo; nothing is changed then.
 */
export async function importSettings(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'encodeLogo'>,
  by: Admin | Operator,
  { settings, logo }: SettingsFile,
): Promise<SettingKey[]> {
  checkSettings(settings)
  const free = settingKeys.filter((key) => !isLocked(deps.config, key))
  const wanted: WantedValues = {
    ...Object.fromEntries(free.map((key) => [key, settings[key] ?? null])),
    logo: logo === null ? null : await deps.encodeLogo(Buffer.from(logo, 'base64')),
  }
  await changeSettings(deps, { by: changedBy(by), wanted: () => wanted })
  return settingKeys.filter((key) => !free.includes(key) && (settings[key] ?? null) !== null)
}
