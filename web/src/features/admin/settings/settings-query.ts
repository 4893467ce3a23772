import type { ChangeEvent } from 'react'
import { type SettingKey, type SettingValues, settingTable } from '#contract/settings/setting-table.ts'
import type { Answer } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { adminCall, adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { createTyped } from '#web/features/admin/shared/form/typed.ts'
import { withoutEmpty, withTyped } from '#web/features/admin/shared/form/with-typed.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { inLanguage, refusedSetting } from '#web/features/admin/texts/setting-label.ts'
import { sentenceOf, t } from '#web/features/admin/texts/texts.ts'

export type Settings = Answer<'GET /api/admin/settings'>
/** Of texts by language those that were typed, empty ones included. */
export type Changes = Partial<SettingValues>

export const settingsQuery = adminQuery(['settings'], 'GET /api/admin/settings')

type KeyOf<Value> = { [K in SettingKey]: NonNullable<SettingValues[K]> extends Value ? K : never }[SettingKey]

const useChanges = createTyped<Changes>({})

/** The settings with what was typed and not saved, why it was refused, and what becomes of it. */
const useEdits = (settings: Settings) => {
  const [changes, setChanges] = useChanges()
  /** What is set, including unsaved changes; null while the default applies. */
  const get = <K extends SettingKey>(key: K) => {
    const stored = settings.settings[key]?.value
    return (key in changes ? withoutEmpty(withTyped(stored, changes[key])) : stored) as SettingValues[K] | null
  }
  const save = useAction({
    run: async (sent: Changes) => {
      const values = Object.fromEntries(Object.keys(sent).map((key) => [key, get(key as SettingKey)]))
      const body = { ...values, revision: settings.revision }
      queryClient.setQueryData(settingsQuery.queryKey, await adminCall('PATCH /api/admin/settings', { body }))
      // What was typed meanwhile stays.
      setChanges((now) => (now === sent ? {} : now))
    },
    done: () => t('settings.saved'),
    failed: t('settings.failed'),
  })
  return {
    settings,
    changes,
    get,
    save,
    error: save.variables === changes ? save.error : null,
    onChange: (more: Changes) => setChanges((now) => withTyped(now, more)),
    discard: () => setChanges(() => ({})),
  }
}

/** The same with what the fields show and report. */
export const useSettingsForm = (stored: Settings) => {
  const edits = useEdits(stored)
  const { settings, get, error, onChange } = edits
  /** Label and state of a field; a locked one names the variable that sets it. */
  const field = (key: SettingKey) => {
    const { locked = false, variable = null } = settings.settings[key] ?? {}
    const { label, hint } = settingTable[key]
    const description = locked ? t('settings.locked', { variable }) : hint && inLanguage(hint)
    const refused = refusedSetting(error) === key && sentenceOf(error)
    return { label: inLanguage(label), disabled: locked, description, error: refused }
  }
  return {
    ...edits,
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
  readonly form: ReturnType<typeof useSettingsForm>
}
