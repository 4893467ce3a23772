import { queryOptions } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { call } from './client.ts'
import { site } from './site.ts'

export const uploadSettings = queryOptions({
  queryKey: ['upload-settings'],
  queryFn: ({ signal }) => call('GET /api/upload/settings', { signal }),
})

/** Those of the document, until the answer is there. */
export const documentSettings = {
  maxFileSizeMb: Number(site.mb),
  // The document does not say: the server refuses what is too large.
  maxImagePixels: Number.POSITIVE_INFINITY,
  maxImagesPerGroup: limits.imagesPerGroup,
  retentionDays: Number(site.days),
}
