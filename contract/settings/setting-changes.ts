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

/** By the keys; a body, and in an exported file. */
export const SettingChanges = Type.Unsafe<SettingValues>(
  Type.Object(Object.fromEntries(settingKeys.map((key) => [key, Type.Optional(storedSetting(key))])), {
    additionalProperties: false,
  }),
)
