import { backupSettings } from './backup-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { notificationSettings } from './notification-settings.ts'
import type { Setting, SettingSchema } from './setting.ts'
import { siteSettings } from './site-settings.ts'

const rows = { ...siteSettings, ...limitSettings, ...notificationSettings, ...backupSettings } as const
type Rows = typeof rows

/** All settings by their keys (D75). */
export const settingTable: { readonly [K in SettingKey]: Setting } = rows
export type SettingKey = keyof Rows
export const settingKeys = Object.keys(rows) as readonly SettingKey[]

type SecretKey = { [K in SettingKey]: Rows[K] extends { secret: true } ? K : never }[SettingKey]
const isSecret = (key: SettingKey): key is SecretKey => settingTable[key].secret === true
/** Never sent back, and sealed at rest (D87). */
export const secretSettings = settingKeys.filter(isSecret)

type ValueOf<K extends SettingKey> = Rows[K] extends { schema: SettingSchema<infer T> } ? T : never
type KeyWithDefault = { [K in SettingKey]: Rows[K] extends { default: unknown } ? K : never }[SettingKey]

/** What is set: no key where the default applies. */
export type SetValues = { readonly [K in SettingKey]?: ValueOf<K> }
/** What is to be set; null is the default. */
export type SettingValues = { [K in SettingKey]?: ValueOf<K> | null }
export type DefaultValues = { readonly [K in KeyWithDefault]: ValueOf<K> }

/** What applies where nothing is set. */
export function defaultValues(production: boolean): DefaultValues {
  const entries = settingKeys.flatMap((key) => {
    const { default: always, inDevelopment = always } = settingTable[key]
    return always === undefined ? [] : [[key, production ? always : inDevelopment]]
  })
  return Object.fromEntries(entries)
}
