import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { SettingChanges } from '#contract/settings/setting-changes.ts'
import { type SettingKey, type SettingValues, settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import { SettingsFile } from '#contract/settings.ts'
import { AppError } from '#server/domain/errors.ts'
import { fromValidation } from '#server/domain/text/validation-error.ts'

// As the server checks bodies: the message of a failed check is built from its schema.
const ajv = formats.default(new Ajv({ verbose: true, allowUnionTypes: true }))

export const isSettingKey = (key: string): key is SettingKey => settingKeys.some((each) => each === key)

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The value that was typed: JSON, or the text itself for a setting that takes one. AppError MALFORMED_JSON. */
export function typedSetting(key: SettingKey, text: string): unknown {
  const types = [settingTable[key].schema.type].flat()
  const takesText = types.includes('string')
  const value = takesText && !types.includes('object') ? { value: text } : parsed(text)
  if (value !== undefined) return value.value
  if (takesText) return text
  throw new AppError('MALFORMED_JSON', `${key} must be given as JSON`)
}

/** As the server checks a body. AppError INVALID_BODY. */
export function checkedBy<T>(schema: object, values: unknown): T {
  if (ajv.validate<T>(schema, values)) return values
  throw fromValidation({ validation: ajv.errors ?? [], validationContext: 'body' })
}

/** As the operation checks its body. AppError INVALID_BODY. */
export const checkedValues = (values: unknown): SettingValues => checkedBy(SettingChanges, values)

/** The content of an exported file. AppError MALFORMED_JSON, INVALID_BODY. */
export function checkedFile(text: string): SettingsFile {
  const file = parsed(text)
  if (file === undefined) throw new AppError('MALFORMED_JSON', 'The file is not valid JSON')
  return checkedBy(SettingsFile, file.value)
}
