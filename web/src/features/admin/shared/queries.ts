// What more than one section loads. A section's own queries are in its folder. All keys begin with `admin`: a change makes
// everything stale, and the end of the session removes it.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from './admin-call.ts'

export type Overview = Answer<'GET /api/admin/overview'>

export const overview = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/overview', { signal }),
  staleTime: 10_000,
})

export const groupCounts = queryOptions({
  queryKey: ['admin', 'counts'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/groups/counts', { signal }),
  staleTime: 10_000,
})

export const allPlatforms = queryOptions({
  queryKey: ['admin', 'platforms'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/social-media/platforms', { signal }),
})
