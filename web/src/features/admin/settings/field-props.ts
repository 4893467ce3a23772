import { type SettingKey, settingTable } from '#contract/settings/setting-table.ts'
import { inLanguage } from '#web/features/admin/texts/setting-label.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { Change, Changes, Settings } from './settings-query.ts'

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
      size: 'md' as const,
      description: locked ? t('settings.locked', { variable }) : hint && inLanguage(hint),
    }
  }
}
