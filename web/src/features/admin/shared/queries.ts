import type { Answer } from '#web/api/client.ts'
import { adminQuery } from './admin-call.ts'

// What more than one section loads. A section's own queries are in its folder.

export type Overview = Answer<'GET /api/admin/overview'>

export const overview = { ...adminQuery(['overview'], 'GET /api/admin/overview'), staleTime: 10_000 }

export const groupCounts = { ...adminQuery(['counts'], 'GET /api/admin/groups/counts'), staleTime: 10_000 }

export const allPlatforms = adminQuery(['platforms'], 'GET /api/admin/social-media/platforms')

export type Takedowns = Answer<'GET /api/admin/consents/takedowns'>

export const takedowns = { ...adminQuery(['takedowns'], 'GET /api/admin/consents/takedowns'), staleTime: 10_000 }

/** How many are still to be done. */
export const openOf = ({ takedowns: all }: Takedowns): number => all.filter(({ done }) => !done).length

export type MigrationStatus = Answer<'GET /api/system/migration/status'>

export const migrationStatus = {
  ...adminQuery(['storage-migration', 'status'], 'GET /api/system/migration/status'),
  staleTime: 0,
}
