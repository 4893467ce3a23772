import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** The platforms that visitors can consent to. */
export const platforms = queryOptions({
  queryKey: ['platforms'],
  queryFn: ({ signal }) => call('GET /api/social-media/platforms', { signal }),
})
