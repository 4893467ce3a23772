import type adminTexts from '#web/features/admin/texts/en.json'
import { settingLabel } from '#web/features/admin/texts/setting-label.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import type { AdminAuditEntry } from './admin-audit-query.ts'

type Action = keyof typeof adminTexts.adminAudit.action
type Field = keyof typeof adminTexts.adminAudit.field

/** Fields that the action implies. */
const implied = [
  'username',
  'currentPassword',
  'newPassword',
  'code',
  'setupCode',
  'challenge',
  'assertion',
  'undoId',
  'attestation',
]
const isTelling = (field: string, action: string): boolean =>
  !implied.includes(field) && (field !== 'password' || action === 'update_user')

/** Where the texts of a choice are. */
const choices = new Map([
  ['role', 'roles'],
  ['action', 'moderation'],
  ['decision', 'removalRequests.decision'],
  ['command', 'screens.command'],
])

const failedSuffix = '_failed'
export const isFailed = (action: string): boolean => action.endsWith(failedSuffix)

/** What entries say in the user's language. An action that this page does not know yet is shown by its name. */
export const actionText = (action: string): string => {
  const name = (isFailed(action) ? action.slice(0, -failedSuffix.length) : action) as Action
  const text = t(`adminAudit.action.${name}`, { defaultValue: name })
  return isFailed(action) ? t('adminAudit.failed', { action: text }) : text
}

const fieldText = (name: string): string =>
  t(`adminAudit.field.${name as Field}`, { defaultValue: settingLabel(name) ?? name })

const valueText = (name: string, value: unknown): string => {
  if (typeof value === 'boolean') return t(value ? 'adminAudit.yes' : 'adminAudit.no')
  const text = String(Array.isArray(value) ? value.length : value)
  const place = choices.get(name)
  return place ? t(`${place}.${text}` as 'roles.admin', { defaultValue: text }) : text
}

export const detailsText = ({ action, details }: AdminAuditEntry): string => {
  const { fields, username, ...rest }: Record<string, unknown> = { ...details }
  const values = Object.entries(rest).map(([name, value]) => `${fieldText(name)}: ${valueText(name, value)}`)
  const given = Array.isArray(fields) ? fields.map(String) : []
  const telling = given.filter((name) => isTelling(name, action) && !(name in rest))
  const names = telling.map(fieldText).join(', ')
  return [username, ...values, names].filter(Boolean).join('; ')
}
