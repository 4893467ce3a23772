import { queryOptions } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/auth/admin-call.ts'

export const overview = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/overview', { signal }),
  staleTime: 10_000,
})
