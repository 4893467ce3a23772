import type { SettingValues } from '#contract/settings/setting-table.ts'
import type { Admin, Operator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { checkSettings } from '#server/domain/settings/setting-checks.ts'
import type { Deps } from '#server/ports/deps.ts'
import { changeSettings, checkNotLocked, type WantedValues } from '#server/settings/change-settings.ts'
import { changedBy } from './changed-by.ts'

/** AppError NO_FIELDS, INVALID_BODY, SETTING_LOCKED; nothing is changed then. */
export async function updateSettings(
  deps: Pick<Deps, 'config' | 'database' | 'clock'>,
  by: Admin | Operator,
  values: Partial<SettingValues>,
): Promise<void> {
  const keys = Object.keys(values)
  if (keys.length === 0) throw new AppError('NO_FIELDS', 'The body names no setting')
  checkNotLocked(deps, keys)
  checkSettings(values)
  await changeSettings(deps, { by: changedBy(by), wanted: () => values as WantedValues })
}
