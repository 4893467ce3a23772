/** What the address of the page says: the filter of the log. Days are the user's. */
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

/** The first moment of a day, and with `days` of one after it, in the user's time zone; undefined for a day that does not exist. */
const startOf = (day: string | undefined, days = 0): string | undefined => {
  if (day === undefined) return undefined
  const time = new Date(`${day}T00:00:00`)
  if (Number.isNaN(time.getTime())) return undefined
  time.setDate(time.getDate() + days)
  return time.toISOString()
}

/** The filter as the server has it. */
export const queryOf = ({ q, actor, action, from, to }: AdminAuditSearch) => {
  const [since, until] = [startOf(from), startOf(to, 1)]
  return {
    ...(q && { search: q }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(since && { since }),
    ...(until && { until }),
  }
}
