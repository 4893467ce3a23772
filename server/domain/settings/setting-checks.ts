import type { SettingKey, SettingValues } from '#contract/settings/setting-table.ts'
import type { ConsentTexts } from '#contract/settings/site-settings.ts'
import { invalidBody } from '#server/domain/errors.ts'
import { refusedUrl } from '#server/domain/hosts/reachable.ts'

const invalid = (field: string, rule: string) => invalidBody(field, `${field} ${rule}`)

/** Checks what the schema of the values cannot express. AppError INVALID_BODY. */
export function checkSettings(values: Partial<SettingValues>, allowed: { readonly allowsPrivate: boolean }): void {
  if (values.siteName?.trim() === '') throw invalid('siteName', 'must not be empty')
  for (const key of ['imprint', 'privacy'] as const) checkPage(key, values[key])
  checkWebhook(values.webhookUrl ?? null, allowed)
  checkMailServer(values.smtpUrl ?? null)
  checkConsentTexts(values.consentTexts, 'consentTexts')
}

/** AppError INVALID_BODY names the text below `field`. */
export function checkConsentTexts(consentTexts: ConsentTexts | null | undefined, field: string): void {
  for (const [language, texts] of Object.entries(consentTexts ?? {})) {
    const text = texts.social_media
    if (text !== undefined && !text.includes('{{name}}')) {
      throw invalid(`${field}.${language}.social_media`, 'must contain {{name}}, the name of the platform')
    }
  }
}

function checkPage(key: SettingKey, value: SettingValues['imprint']): void {
  if (typeof value === 'string' && !URL.canParse(value))
    throw invalid(key, 'must be an http or https address, or texts')
}

function checkWebhook(address: string | null, { allowsPrivate }: { readonly allowsPrivate: boolean }): void {
  if (address === null) return
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '')
    throw invalid('webhookUrl', 'must be an address without a name and a password')
  const refusal = refusedUrl(address, allowsPrivate)
  if (refusal) throw invalid('webhookUrl', refusal)
}

/** Others make the library run programs, or connect elsewhere. */
const mailOptions = ['tls.rejectUnauthorized', 'tls.servername', 'name']

function checkMailServer(address: string | null): void {
  if (address === null) return
  const url = URL.parse(address)
  if (!url?.hostname) throw invalid('smtpUrl', 'must name a mail server')
  const option = [...url.searchParams.keys()].find((name) => !mailOptions.includes(name))
  if (option !== undefined) throw invalid('smtpUrl', `must have no options but ${mailOptions.join(', ')}`)
}
