import { timeZone } from '#contract/site/time-zone.ts'
import type { AdminAuditSearch } from './admin-audit-search.ts'

const dayMs = 24 * 3_600_000

/** The first moment of a day in the workshop, and with `days` of one after it; undefined for a day that does not exist. */
const startOf = (day: string | undefined, days = 0): string | undefined => {
  if (day === undefined) return undefined
  const midnight = Date.parse(`${day}T00:00:00Z`) + days * dayMs
  if (Number.isNaN(midnight)) return undefined
  // Clocks change later in the night, so the difference from UTC is the same at both midnights.
  const there = new Date(midnight).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
  return new Date(2 * midnight - Date.parse(`${there}Z`)).toISOString()
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
