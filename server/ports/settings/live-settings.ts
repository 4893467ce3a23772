import type { SettingValues } from '#contract/settings/setting-values.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'

/** The settings as they are now, without asking the database for each use. */
export interface LiveSettings {
  readonly stored: StoredSettings
  /** What holds where nothing is set. */
  readonly defaults: Partial<SettingValues>
  /** After a change: it is in force in this process when this ends. */
  refresh(): Promise<void>
}
