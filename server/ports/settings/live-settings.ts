import type { Retention } from '#server/domain/cleanup.ts'
import type { Settings } from '#server/domain/settings/settings.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'

/** What admins can change while the service runs: read it when it is needed, not before. */
export interface LiveSettings {
  /** In force now. */
  readonly current: Settings
  readonly retention: Retention
  readonly stored: StoredSettings
  /** Call it after a change: when it resolves, the change is in force in this process. */
  refresh(): Promise<void>
}
