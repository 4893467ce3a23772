import type { SettingValues } from '#contract/settings/setting-values.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'

/** The current settings, without a query for each use. */
export interface LiveSettings {
  readonly stored: StoredSettings
  /** The defaults. */
  readonly defaults: Partial<SettingValues>
  /** Call it after a change: when it resolves, the change is in force in this process. */
  refresh(): Promise<void>
}
