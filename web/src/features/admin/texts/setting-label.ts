import { type SettingKey, settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import { ApiError } from '#web/api/api-error.ts'
import { i18n } from '#web/i18n/i18n.ts'
import { number } from './dates.ts'

/** Of the table of settings. */
export const inLanguage = ({ de, en }: { readonly de: string; readonly en: string }): string =>
  i18n.language === 'de' ? de : en

/** undefined for what is no setting of this version. */
export const settingLabel = (name: string): string | undefined => {
  if (name === 'logo') return i18n.t('settings.logo', { ns: 'admin' })
  const key = settingKeys.find((each) => each === name)
  return key && inLanguage(settingTable[key].label)
}

const text = i18n.getFixedT(null, 'admin')

/** The key of the setting that was refused, of the imprint for `settings.imprint.de`; empty for any other error. */
export const refusedSetting = (error: unknown): string => {
  const { field, setting } = error instanceof ApiError ? error.details : {}
  return /^(?:settings\.)?([^.]*)/.exec(String(field ?? setting ?? ''))?.[1] ?? ''
}

/** Which setting was refused, and what it may be; undefined for any other error. */
export function settingSentence(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { field: path, variable, unknown, limit, minimum, maximum } = error.details
  const key = refusedSetting(error)
  const field = settingLabel(key)
  const shown = (limit: number) => number(limit / (settingTable[key as SettingKey]?.shownIn ?? 1))
  if (error.code === 'INVALID_BODY' && path === 'settings' && unknown !== undefined)
    return text('settings.error.unknown', { name: unknown })
  if (field === undefined) return undefined
  if (error.code === 'SETTING_LOCKED') return text('settings.error.locked', { field, variable })
  if (error.code !== 'INVALID_BODY') return undefined
  if (typeof limit === 'number') return text('settings.error.length', { field, limit: number(limit) })
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return text('settings.error.range', { field, minimum: shown(minimum), maximum: shown(maximum) })
  return text('settings.error.invalid', { field })
}
