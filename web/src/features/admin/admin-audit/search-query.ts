import type { AdminAuditSearch } from './admin-audit-search.ts'

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
