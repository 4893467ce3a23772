import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall, adminQuery } from '#web/features/admin/shared/admin-call.ts'
import type { AdminAuditSearch } from '#web/features/admin/shared/page/page-search.ts'
import { fromLocalTime } from '#web/features/admin/texts/dates.ts'

export type AdminAuditEntry = Answer<'GET /api/admin/admin-audit'>['entries'][number]

const pageSize = 100

export const adminAudit = (search: AdminAuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'admin-audit', search],
    queryFn: ({ pageParam, signal }) =>
      adminCall('GET /api/admin/admin-audit', {
        query: { limit: pageSize, ...queryOf(search), ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    // Keeps the previous entries while the user types.
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

export const auditActors = adminQuery(['admin-audit-actors'], 'GET /api/admin/admin-audit/actors')

const dayMs = 24 * 3_600_000

/** The first moment of a day in the workshop, and with `days` of one after it; undefined for a day that does not exist. */
const startOf = (day: string | undefined, days = 0): string | undefined => {
  if (day === undefined) return undefined
  const midnight = Date.parse(`${day}T00:00:00Z`) + days * dayMs
  if (Number.isNaN(midnight)) return undefined
  return fromLocalTime(new Date(midnight).toISOString().slice(0, 16))
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
