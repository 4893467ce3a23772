import { type SettingKey, type SettingValues, settingTable } from '#contract/settings/setting-table.ts'
import type { Answer } from '#web/api/client.ts'
import { adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { inLanguage } from '#web/features/admin/texts/setting-label.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export type Settings = Answer<'GET /api/admin/settings'>
export type Changes = Partial<SettingValues>
type Change = (changes: Changes) => void

export const settingsQuery = adminQuery(['settings'], 'GET /api/admin/settings')

/** What is set, including unsaved changes; null while the default applies. */
export const settingOf = <K extends SettingKey>(
  settings: Settings,
  changes: Changes,
  key: K,
): SettingValues[K] | null => (key in changes ? changes[key] : settings.settings[key]?.value) as SettingValues[K] | null

export const defaultOf = (settings: Settings, key: SettingKey): unknown => settings.settings[key]?.default

export interface SectionProps {
  readonly settings: Settings
  readonly changes: Changes
  readonly onChange: Change
}

/** Label and state of a setting's field; a locked one names the variable that sets it. */
export function useFieldProps({ settings }: Pick<SectionProps, 'settings'>) {
  const { t } = useTexts()
  return (key: SettingKey) => {
    const { locked = false, variable = null } = settings.settings[key] ?? {}
    const { label, hint } = settingTable[key]
    return {
      label: inLanguage(label),
      disabled: locked,
      description: locked ? t('settings.locked', { variable }) : hint && inLanguage(hint),
    }
  }
}
