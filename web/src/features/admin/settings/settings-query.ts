import type { ChangeEvent } from 'react'
import { type SettingKey, type SettingValues, settingTable } from '#contract/settings/setting-table.ts'
import type { Answer } from '#web/api/client.ts'
import { adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { inLanguage } from '#web/features/admin/texts/setting-label.ts'
import { t } from '#web/features/admin/texts/texts.ts'

export type Settings = Answer<'GET /api/admin/settings'>
export type Changes = Partial<SettingValues>

export const settingsQuery = adminQuery(['settings'], 'GET /api/admin/settings')

type KeyOf<Value> = { [K in SettingKey]: NonNullable<SettingValues[K]> extends Value ? K : never }[SettingKey]

/** The settings, what was typed and not saved, and what their fields show and report. */
export const settingsForm = (settings: Settings, changes: Changes, onChange: (changes: Changes) => void) => {
  /** What is set, including unsaved changes; null while the default applies. */
  const get = <K extends SettingKey>(key: K) =>
    (key in changes ? changes[key] : settings.settings[key]?.value) as SettingValues[K] | null
  /** Label and state of a field; a locked one names the variable that sets it. */
  const field = (key: SettingKey) => {
    const { locked = false, variable = null } = settings.settings[key] ?? {}
    const { label, hint } = settingTable[key]
    const description = locked ? t('settings.locked', { variable }) : hint && inLanguage(hint)
    return { label: inLanguage(label), disabled: locked, description }
  }
  return {
    settings,
    changes,
    onChange,
    get,
    field,
    /** A field of text; empty it is the default. */
    text: (key: KeyOf<string>) => ({
      ...field(key),
      value: get(key) ?? '',
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => onChange({ [key]: value || null }),
    }),
    /** A switch that is off by default. */
    flag: (key: KeyOf<boolean>) => ({
      ...field(key),
      checked: get(key) ?? false,
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) => onChange({ [key]: checked || null }),
    }),
  }
}

export interface SectionProps {
  readonly form: ReturnType<typeof settingsForm>
}
