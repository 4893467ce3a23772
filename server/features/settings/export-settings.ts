import type { SettingsFile } from '#contract/settings.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'

/** What `importSettings` takes. */
export function exportSettings({ values: { logo, ...settings } }: StoredSettings): SettingsFile {
  return { settings, logo: logo?.image ?? null }
}
