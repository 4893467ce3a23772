import type { Admin, Operator } from '#server/domain/caller.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type ChangedSettings, changeSettings } from '#server/settings/change-settings.ts'
import { changedBy } from './changed-by.ts'

/** Changes nothing when there is no logo. */
export const deleteLogo = (deps: Pick<Deps, 'database' | 'clock'>, by: Admin | Operator): Promise<ChangedSettings> =>
  changeSettings(deps, { by: changedBy(by), wanted: () => ({ logo: null }) })
