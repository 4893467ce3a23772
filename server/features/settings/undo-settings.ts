import type { Admin, Operator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import {
  type ChangedSettings,
  changeSettings,
  checkNotLocked,
  type WantedValues,
} from '#server/settings/change-settings.ts'
import { changedBy } from './changed-by.ts'

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
      checkNotLocked(deps, Object.keys(last.settings))
      const before = Object.entries(last.settings).map(([key, { before }]) => [key, before])
      return Object.fromEntries(before) as WantedValues
    },
  })
}
