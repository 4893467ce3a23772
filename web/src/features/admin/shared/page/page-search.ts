// The search parameters of pages. Here and not beside their pages, because the router reads them before it loads a page.

type Given = Readonly<Record<string, unknown>>

const isText = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number'
const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const given = (of: Given, names: readonly string[], isValid = isText): Record<string, string> =>
  Object.fromEntries(names.filter((name) => isValid(of[name])).map((name) => [name, String(of[name])]))

export interface AuditSearch {
  readonly q?: string
  readonly action?: string
}
export const readAuditSearch = (of: Given): AuditSearch => given(of, ['q', 'action'])

/** Days are those of the workshop. */
export interface AdminAuditSearch extends AuditSearch {
  readonly actor?: string
  readonly from?: string
  readonly to?: string
}
export const readAdminAuditSearch = (of: Given): AdminAuditSearch => ({
  ...given(of, ['q', 'actor', 'action']),
  ...given(of, ['from', 'to'], isDay),
})

export interface ConsentSearch {
  readonly workshop?: 'yes' | 'no' | undefined
  readonly platform?: number | undefined
  readonly inForce?: 'no' | undefined
}
export const readConsentSearch = ({ workshop, platform, inForce }: Given): ConsentSearch => ({
  ...((workshop === 'yes' || workshop === 'no') && { workshop }),
  ...readPressSearch({ platform }),
  ...(inForce === 'no' && { inForce }),
})

export const readPressSearch = ({ platform }: Given): Pick<ConsentSearch, 'platform'> =>
  Number.isInteger(platform) ? { platform: Number(platform) } : {}

/** Whose upload page the poster leads to, by its slug; the first exhibition's when absent. */
export const readPosterSearch = ({ exhibition }: Given): { readonly exhibition?: string } =>
  typeof exhibition === 'string' && /^[a-z0-9-]{2,40}$/.test(exhibition) ? { exhibition } : {}

export const settingsTabs = [
  'look',
  'texts',
  'consents',
  'platforms',
  'rules',
  'notifications',
  'backup',
  'technical',
] as const
export type SettingsTab = (typeof settingsTabs)[number]

export const readSettingsSearch = ({ tab }: Given): { readonly tab?: SettingsTab } => {
  const known = settingsTabs.find((each) => each === tab && each !== 'look')
  return known ? { tab: known } : {}
}
