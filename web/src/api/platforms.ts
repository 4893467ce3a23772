import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** The platforms offered for consent. */
export const platforms = queryOptions({
  queryKey: ['platforms'],
  queryFn: ({ signal }) => call('GET /api/social-media/platforms', { signal }),
})
