import type { Retention } from '#server/domain/cleanup.ts'
import type { Settings } from '#server/domain/settings/settings.ts'
import type { Logo, SettingsChange, StoredSettings } from '#server/domain/settings/stored-settings.ts'

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
  /** Writes the values, and what they were; what a secret was is not kept. */
  apply(change: Omit<SettingsChange, 'revision'>): Promise<void>
}

/** What admins can change while the service runs: read it when it is needed, not before. */
export interface LiveSettings {
  /** In force now. */
  readonly current: Settings
  readonly retention: Retention
  readonly stored: StoredSettings
  /** Call it after a change: when it resolves, the change is in force in this process. */
  refresh(): Promise<void>
}

/**
 * Re-encodes a PNG or JPEG, at most 512 pixels wide and high, and makes its icons. AppError UNSUPPORTED_IMAGE,
 * DAMAGED_IMAGE, IMAGE_TOO_LARGE.
 */
export type EncodeLogo = (bytes: Buffer) => Promise<Logo>
