import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import type { AdminAuditSearch } from './admin-audit-search.ts'
import { queryOf } from './search-query.ts'

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

export const auditActors = queryOptions({
  queryKey: ['admin', 'admin-audit-actors'],
  queryFn: async ({ signal }) => (await adminCall('GET /api/admin/admin-audit/actors', { signal })).actors,
})
