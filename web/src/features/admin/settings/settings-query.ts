import type { ChangeEvent } from 'react'
import { type SettingKey, type SettingValues, settingTable } from '#contract/settings/setting-table.ts'
import type { Answer } from '#web/api/client.ts'
import { adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { withoutEmpty, withTyped } from '#web/features/admin/shared/form/with-typed.ts'
import { inLanguage } from '#web/features/admin/texts/setting-label.ts'
import { t } from '#web/features/admin/texts/texts.ts'

export type Settings = Answer<'GET /api/admin/settings'>
/** Of texts by language those that were typed, empty ones included. */
export type Changes = Partial<SettingValues>

export const settingsQuery = adminQuery(['settings'], 'GET /api/admin/settings')

type KeyOf<Value> = { [K in SettingKey]: NonNullable<SettingValues[K]> extends Value ? K : never }[SettingKey]

/** The settings, what was typed and not saved, and what their fields show and report. */
export const settingsForm = (settings: Settings, changes: Changes, onChange: (changes: Changes) => void) => {
  /** What is set, including unsaved changes; null while the default applies. */
  const get = <K extends SettingKey>(key: K) => {
    const stored = settings.settings[key]?.value
    return (key in changes ? withoutEmpty(withTyped(stored, changes[key])) : stored) as SettingValues[K] | null
  }
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
    /** As the server takes it: texts in all of their languages. */
    changed: () => Object.fromEntries(Object.keys(changes).map((key) => [key, get(key as SettingKey)])),
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
