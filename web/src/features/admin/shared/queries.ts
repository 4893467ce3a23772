import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from './admin-call.ts'

// What more than one section loads. A section's own queries are in its folder. All keys begin with `admin`: a change makes
// everything stale, and the end of the session removes it.

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

export type Takedowns = Answer<'GET /api/admin/consents/takedowns'>

export const takedowns = queryOptions({
  queryKey: ['admin', 'takedowns'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/consents/takedowns', { query: {}, signal }),
  staleTime: 10_000,
})

/** How many are still to be done. */
export const openOf = ({ takedowns: all }: Takedowns): number => all.filter(({ done }) => !done).length

export type MigrationStatus = Answer<'GET /api/system/migration/status'>

export const migrationStatus = queryOptions({
  queryKey: ['admin', 'storage-migration', 'status'],
  queryFn: ({ signal }) => adminCall('GET /api/system/migration/status', { signal }),
  staleTime: 0,
})
