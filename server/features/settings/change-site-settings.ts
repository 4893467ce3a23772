import type { Readable } from 'node:stream'
import type { SettingsUpdate } from '#contract/settings/setting-changes.ts'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import { type SettingKey, settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import type { SettingsFile } from '#contract/settings.ts'
import type { Admin, Operator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { checkSettings } from '#server/domain/settings/setting-checks.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import {
  type ChangedSettings,
  changeSettings,
  checkNotLocked,
  isLocked,
  type WantedValues,
} from '#server/settings/change-settings.ts'
import { withSealedSecrets } from '#server/settings/secret-settings.ts'

/** Who made a change, as the history shows it. */
const changedBy = (by: Admin | Operator): string => ('username' in by ? by.username : 'npm run admin')

/** AppError NO_FIELDS, INVALID_BODY, SETTING_LOCKED, SETTINGS_CHANGED; nothing is changed then. */
export async function updateSettings(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'secretBox'>,
  by: Admin | Operator,
  { revision, ...values }: SettingsUpdate,
): Promise<void> {
  const keys = Object.keys(values)
  if (keys.length === 0) throw new AppError('NO_FIELDS', 'The body names no setting')
  checkNotLocked(deps, keys)
  checkSettings(values, deps.config.notifications)
  const wanted = (now: StoredSettings) => {
    if (revision !== undefined && revision !== String(now.revision))
      throw new AppError('SETTINGS_CHANGED', 'The settings have changed since they were loaded; look at them again')
    return withSealedSecrets(deps.secretBox, now.values, values as WantedValues)
  }
  await changeSettings(deps, { by: changedBy(by), wanted })
}

/** Calls `by` once the content has arrived. AppError NO_FILES, FILE_TOO_LARGE, UNSUPPORTED_IMAGE, DAMAGED_IMAGE, IMAGE_TOO_LARGE. */
export async function putLogo(
  deps: Pick<Deps, 'database' | 'clock' | 'encodeLogo'>,
  by: () => Promise<Admin> | Operator,
  content: Readable,
): Promise<void> {
  const logo = await deps.encodeLogo(await readLogo(content))
  await changeSettings(deps, { by: changedBy(await by()), wanted: () => ({ logo }) })
}

async function readLogo(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const limit = settingLimits.logoBytes
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > limit)
      throw new AppError('FILE_TOO_LARGE', `The logo is larger than ${limit / 2 ** 20} MB`, { details: { limit } })
    chunks.push(chunk)
  }
  if (bytes === 0) throw new AppError('NO_FILES', 'The body is empty; send the bytes of a PNG or JPEG')
  return Buffer.concat(chunks)
}

/** Changes nothing when there is no logo. */
export const deleteLogo = (deps: Pick<Deps, 'database' | 'clock'>, by: Admin | Operator): Promise<ChangedSettings> =>
  changeSettings(deps, { by: changedBy(by), wanted: () => ({ logo: null }) })

/** Undoes the last change; the undo is a change, too. AppError UNDO_NOT_FOUND, SETTING_LOCKED. */
export async function undoSettings(
  deps: Pick<Deps, 'config' | 'database' | 'clock'>,
  by: Admin | Operator,
): Promise<ChangedSettings> {
  return changeSettings(deps, {
    by: changedBy(by),
    async wanted(_now, tx) {
      const last = await tx.settings.lastChange()
      if (last === undefined) throw new AppError('UNDO_NOT_FOUND', 'No setting has been changed yet')
      if (Object.keys(last.settings).length === 0)
        throw new AppError('UNDO_NOT_FOUND', 'The last change was of secrets, which are not kept')
      checkNotLocked(deps, Object.keys(last.settings))
      const before = Object.entries(last.settings).map(([key, { before }]) => [key, before])
      return Object.fromEntries(before) as WantedValues
    },
  })
}

/**
 * Replaces all settings, the logo included, but no secret that the file does not have; returns those of the file that a
 * variable locks. AppError INVALID_BODY and those of a logo; nothing is changed then.
 */
export async function importSettings(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'encodeLogo' | 'secretBox'>,
  by: Admin | Operator,
  { settings, logo }: SettingsFile,
): Promise<SettingKey[]> {
  checkSettings(settings, deps.config.notifications)
  const free = settingKeys.filter((key) => !isLocked(deps.config, key))
  const replaced = free.filter((key) => !settingTable[key].secret || settings[key])
  const wanted: WantedValues = {
    ...Object.fromEntries(replaced.map((key) => [key, settings[key] ?? null])),
    logo: logo === null ? null : await deps.encodeLogo(Buffer.from(logo, 'base64')),
  }
  const sealed = (now: StoredSettings) => withSealedSecrets(deps.secretBox, now.values, wanted)
  await changeSettings(deps, { by: changedBy(by), wanted: sealed })
  return settingKeys.filter((key) => !free.includes(key) && (settings[key] ?? null) !== null)
}
