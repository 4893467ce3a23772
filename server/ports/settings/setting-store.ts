import type { SettingsChange, StoredSettings } from '#server/domain/settings/stored-settings.ts'

export interface SettingReads {
  /** The revision of the last change; 0 before the first. */
  revision(): Promise<number>
  all(): Promise<StoredSettings>
  /** For its undo. */
  lastChange(): Promise<SettingsChange | undefined>
}

export interface SettingWrites extends SettingReads {
  /** The same as `all`; another transaction that calls it waits until this one ends. */
  lock(): Promise<StoredSettings>
  /** Writes the values, and what they were. */
  apply(change: Omit<SettingsChange, 'revision'>): Promise<void>
}
