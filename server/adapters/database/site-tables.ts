import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Slideshow pages that have a name (D77). */
export interface ScreensTable {
  id: Generated<number>
  name: string
  secret_digest: string
  /** JSON. */
  settings: string
  paused: Flag
  /** Those that the screen has not carried out yet, as a JSON list. */
  commands: string
  created_at: string
  last_seen_at: string
  image_id: number | null
  version: string | null
  /** When the team was notified that it is silent; null once it has reported again. */
  silence_reported_at: string | null
}

/** Codes that screens show until an admin enters them. */
export interface ScreenPairingsTable {
  code: string
  secret_digest: string
  expires_at: string
  /** JSON; null from an earlier version. */
  settings: string | null
}

/** As JSON; no row where the default applies. */
export interface SettingsTable {
  key: string
  value: string
  changed_at: string | null
}

export interface SettingChangesTable {
  id: Generated<number>
  changed_at: string
  changed_by: string
  /** The values before and after, by key, as JSON. */
  settings: string
}
