import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'

export type Screen = Answer<'GET /api/admin/screens'>['screens'][number]
export type ScreenSettings = Screen['settings']

/** Screens report every few seconds; this page follows them. */
export const screens = queryOptions({
  queryKey: ['admin', 'screens'],
  queryFn: async ({ signal }) => (await adminCall('GET /api/admin/screens', { signal })).screens,
  refetchInterval: 5_000,
})
