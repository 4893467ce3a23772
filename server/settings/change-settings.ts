import { type SettingKey, settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import { AppError } from '#server/domain/errors.ts'
import {
  differencesOf,
  type StoredKey,
  type StoredSettings,
  type StoredValues,
} from '#server/domain/settings/stored-settings.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'

/** null is the default. */
export type WantedValues = { readonly [K in StoredKey]?: StoredValues[K] | null }

type ChangeDeps = Pick<Deps, 'database' | 'clock'>

interface Change {
  /** User name. */
  readonly by: string
  /** The new values, given the current ones. */
  readonly wanted: (now: StoredSettings, tx: Transaction) => WantedValues | Promise<WantedValues>
}

/** The keys, which the entry in the log of admins names. */
export interface ChangedSettings {
  readonly changedSettings: readonly string[]
}

/** Changes the settings in one transaction, which also keeps what an undo needs; writes nothing when nothing differs. */
export const changeSettings = ({ database, clock }: ChangeDeps, { by, wanted }: Change): Promise<ChangedSettings> =>
  database.transaction(async (tx) => {
    const now = await tx.settings.lock()
    const settings = differencesOf(now.values, await wanted(now, tx))
    const changedSettings = Object.keys(settings)
    if (changedSettings.length > 0) await tx.settings.apply({ at: clock.now().toISOString(), by, settings })
    return { changedSettings }
  })

/** AppError SETTING_LOCKED. */
export function checkNotLocked({ config }: Pick<Deps, 'config'>, keys: readonly string[]): void {
  for (const setting of keys) {
    const variable = lockingVariable(config, setting)
    if (variable === undefined) continue
    throw new AppError('SETTING_LOCKED', `${setting} is set by the variable ${variable}`, {
      details: { setting, variable },
    })
  }
}

type Config = Pick<Deps['config'], 'lockedSettings'>

export const isLocked = ({ lockedSettings }: Config, key: SettingKey): boolean => lockedSettings[key] !== undefined

/** The variable that sets it; undefined where none does. */
export const lockingVariable = (config: Config, name: string): string | undefined => {
  const key = settingKeys.find((each) => each === name)
  return key && isLocked(config, key) ? settingTable[key].variable : undefined
}
