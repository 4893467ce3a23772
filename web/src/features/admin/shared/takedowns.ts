import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from './admin-call.ts'

export type Takedowns = Answer<'GET /api/admin/consents/takedowns'>

export const takedowns = queryOptions({
  queryKey: ['admin', 'takedowns'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/consents/takedowns', { query: {}, signal }),
  staleTime: 10_000,
})

/** How many are still to be done. */
export const openOf = ({ takedowns: all }: Takedowns): number => all.filter(({ done }) => !done).length
