import { settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import { i18n } from '#web/i18n/i18n.ts'

/** Of the table of settings. */
export const inLanguage = ({ de, en }: { readonly de: string; readonly en: string }): string =>
  i18n.language === 'de' ? de : en

/** undefined for what is no setting of this version. */
export const settingLabel = (name: string): string | undefined => {
  if (name === 'logo') return i18n.t('settings.logo', { ns: 'admin' })
  const key = settingKeys.find((each) => each === name)
  return key && inLanguage(settingTable[key].label)
}
