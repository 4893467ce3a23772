import { ApiError } from '#web/api/api-error.ts'
import { i18n } from '#web/i18n/i18n.ts'
import { number } from './dates.ts'
import { settingLabel } from './setting-label.ts'

const text = i18n.getFixedT(null, 'admin')

/** `settings.imprint.de` → the label of the imprint's field. */
const labelOf = (path: unknown): string | undefined => {
  const [key = ''] = String(path ?? '')
    .replace(/^settings\./, '')
    .split('.')
  return settingLabel(key)
}

/** Which setting was refused, and what it may be; undefined for any other error. */
export function settingSentence(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { field: path, setting, variable, unknown, limit, minimum, maximum } = error.details
  const field = labelOf(path ?? setting)
  if (error.code === 'INVALID_BODY' && path === 'settings' && unknown !== undefined)
    return text('settings.error.unknown', { name: unknown })
  if (field === undefined) return undefined
  if (error.code === 'SETTING_LOCKED') return text('settings.error.locked', { field, variable })
  if (error.code !== 'INVALID_BODY') return undefined
  if (typeof limit === 'number') return text('settings.error.length', { field, limit: number(limit) })
  if (typeof minimum === 'number' && typeof maximum === 'number')
    return text('settings.error.range', { field, minimum: number(minimum), maximum: number(maximum) })
  return text('settings.error.invalid', { field })
}
