import { type TSchema, Type } from 'typebox'
import { type SettingKey, type SettingValues, settingKeys, settingTable } from './setting-table.ts'

/** A value or null: the default. As a list of types, so that an error names what is wrong. */
const storedSetting = (key: SettingKey): TSchema => {
  const { schema, meaning } = settingTable[key]
  return Type.Unsafe({
    ...schema,
    type: [schema.type, 'null'].flat(),
    ...(schema.enum && { enum: [...schema.enum, null] }),
    ...(meaning && { description: meaning }),
  })
}

const byKey = Object.fromEntries(settingKeys.map((key) => [key, Type.Optional(storedSetting(key))]))
const revision = Type.Optional(Type.String({ description: 'As seen; an outdated one is refused.' }))
const nothingElse = { additionalProperties: false }

/** By the keys, in an exported file. */
export const SettingChanges = Type.Unsafe<SettingValues>(Type.Object(byKey, nothingElse))

/** As a body. */
export type SettingsUpdate = SettingValues & { readonly revision?: string }
export const SettingsUpdate = Type.Unsafe<SettingsUpdate>(Type.Object({ ...byKey, revision }, nothingElse))
