import type { Consents, Draft } from './draft.ts'

/** The texts go first, so that the server can refuse before the photos arrive. Every photo has its entry: names may repeat. */
export const batchForm = ({ photos, texts }: Draft, consents: Consents): FormData => {
  const form = new FormData()
  const json = (name: string, value: unknown) => form.append(name, JSON.stringify(value))
  json('consents', {
    workshopConsent: consents.workshop,
    socialMediaConsents: consents.platformIds.map((platformId) => ({ platformId, consented: true })),
    ...(consents.minors && { minorsConsent: true }),
    ...(consents.language && { language: consents.language }),
  })
  json('metadata', { ...texts, year: Number(texts.year) })
  json(
    'descriptions',
    photos.map((photo) => ({ fileName: photo.file.name, description: photo.caption })),
  )
  for (const photo of photos) form.append('images', photo.file, photo.file.name)
  return form
}

/** Equal for two batches that would store the same: they may share an idempotency key. */
export const batchFingerprint = ({ photos, texts }: Draft, consents: Consents): string =>
  JSON.stringify([photos.map((photo) => [photo.id, photo.caption]), texts, consents])
