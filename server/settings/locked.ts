import { type SettingKey, settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import type { Deps } from '#server/ports/deps.ts'

type Config = Pick<Deps['config'], 'lockedSettings'>

export const isLocked = ({ lockedSettings }: Config, key: SettingKey): boolean => lockedSettings[key] !== undefined

/** The variable that sets it; undefined where none does. */
export const lockingVariable = (config: Config, name: string): string | undefined => {
  const key = settingKeys.find((each) => each === name)
  return key && isLocked(config, key) ? settingTable[key].variable : undefined
}
