/** The search parameters of the page: the log's filter. Days are those of the workshop. */
export interface AdminAuditSearch {
  readonly q?: string
  readonly actor?: string
  readonly action?: string
  readonly from?: string
  readonly to?: string
}

const isText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

export const readAdminAuditSearch = (given: Record<string, unknown>): AdminAuditSearch => ({
  ...(isText(given.q) && { q: String(given.q) }),
  ...(isText(given.actor) && { actor: String(given.actor) }),
  ...(isText(given.action) && { action: String(given.action) }),
  ...(isDay(given.from) && { from: given.from }),
  ...(isDay(given.to) && { to: given.to }),
})
