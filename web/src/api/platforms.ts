import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'
import { exhibition } from './site.ts'

/** The platforms that visitors can consent to. */
export const platforms = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }) =>
    exhibition === undefined
      ? call('GET /api/social-media/platforms', { signal })
      : (await call('GET /api/exhibitions/{slug}', { params: exhibition, signal })).platforms,
})
