import { queryOptions } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { call } from './client.ts'

export const uploadSettings = queryOptions({
  queryKey: ['upload-settings'],
  queryFn: ({ signal }) => call('GET /api/upload/settings', { signal }),
})

/** For a page that is used before the server's figures are known; the server checks in any case. */
export const presumedSettings = {
  maxFileSizeMb: 40,
  maxImagesPerGroup: limits.imagesPerGroup,
  retentionDays: 7,
}
