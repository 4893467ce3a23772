import { settingVariables } from '#contract/settings/setting-values.ts'
import type { Deps } from '#server/ports/deps.ts'

/** The variable that sets it; undefined where none does. */
export const lockingVariable = ({ setVariables }: Pick<Deps['config'], 'setVariables'>, key: string) => {
  const variable = (settingVariables as Readonly<Record<string, string>>)[key]
  return variable !== undefined && setVariables.includes(variable) ? variable : undefined
}

export const isLocked = (config: Pick<Deps['config'], 'setVariables'>, key: string): boolean =>
  lockingVariable(config, key) !== undefined
