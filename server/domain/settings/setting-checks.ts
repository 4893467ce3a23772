import type { SettingKey, SettingValues } from '#contract/settings/setting-table.ts'
import { AppError } from '#server/domain/errors.ts'

const invalid = (field: string, rule: string) =>
  new AppError('INVALID_BODY', `${field} ${rule}`, { details: { field } })

/** Checks what the schema of the values cannot express. AppError INVALID_BODY. */
export function checkSettings(values: Partial<SettingValues>): void {
  if (values.siteName?.trim() === '') throw invalid('siteName', 'must not be empty')
  for (const key of ['imprint', 'privacy'] as const) checkPage(key, values[key])
  for (const [language, texts] of Object.entries(values.consentTexts ?? {})) {
    const text = texts.social_media
    if (text !== undefined && !text.includes('{{name}}')) {
      throw invalid(`consentTexts.${language}.social_media`, 'must contain {{name}}, the name of the platform')
    }
  }
}

function checkPage(key: SettingKey, value: SettingValues['imprint']): void {
  if (typeof value === 'string' && !URL.canParse(value))
    throw invalid(key, 'must be an http or https address, or texts')
}
