// Every change asks the server once and then brings the copy up to what the server has taken.
import { isCode } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import type { Texts } from './edits.ts'
import { type ManagedGroup, type ManagedImage, patchGroup } from './managed-group.ts'

export const saveTexts = async (token: string, texts: Partial<Texts>): Promise<void> => {
  await call('PUT /api/manage/{token}/metadata', { params: { token }, body: texts })
  const stored = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim() || null]))
  patchGroup(token, () => ({
    ...stored,
    ...('name' in stored && { groupName: stored.name ?? null }),
    isApproved: false,
  }))
}

export const saveCaptions = async (
  token: string,
  descriptions: { imageId: number; description: string }[],
): Promise<void> => {
  await call('PUT /api/manage/{token}/images/descriptions', { params: { token }, body: { descriptions } })
  const texts = new Map(descriptions.map(({ imageId, description }) => [imageId, description || null]))
  patchGroup(token, ({ images }) => ({
    images: images.map((image) => {
      const text = texts.get(image.id)
      return text === undefined ? image : { ...image, imageDescription: text }
    }),
  }))
}

export const saveOrder = async (token: string, imageIds: number[]): Promise<void> => {
  await call('PUT /api/manage/{token}/reorder', { params: { token }, body: { imageIds } })
  patchGroup(token, ({ images }) => ({
    images: numbered(imageIds.flatMap((id) => images.find((image) => image.id === id) ?? [])),
  }))
}

/** A photo that is not there any more was deleted by a try whose answer got lost, or by somebody else. */
export const deleteImage = async (token: string, imageId: number): Promise<void> => {
  const params = { token, imageId: String(imageId) }
  await call('DELETE /api/manage/{token}/images/{imageId}', { params }).catch((error: unknown) => {
    if (!isCode(error, 'IMAGE_NOT_FOUND')) throw error
  })
  patchGroup(token, ({ images }) => withImages(images.filter(({ id }) => id !== imageId)))
}

/** Images were added or deleted: somebody looks at the group again. */
export const withImages = (images: readonly ManagedImage[]): Partial<ManagedGroup> => ({
  images: numbered(images),
  imageCount: images.length,
  isApproved: false,
})

const numbered = (images: readonly ManagedImage[]) =>
  images.map((image, index) => ({ ...image, upload_order: index + 1 }))

export interface ConsentChange {
  readonly action: 'revoke' | 'restore'
  /** Null is the display in the workshop. */
  readonly platform: { readonly id: number; readonly name: string; readonly displayName: string } | null
}

export const changeConsent = async (token: string, { action, platform }: ConsentChange): Promise<void> => {
  const what = platform
    ? ({ consentType: 'social_media', platformId: platform.id } as const)
    : ({ consentType: 'workshop' } as const)
  await call('PUT /api/manage/{token}/consents', { params: { token }, body: { ...what, action } })
  const now = new Date().toISOString()
  const given = action === 'restore'
  patchGroup(token, ({ consent_timestamp: before, socialMediaConsents: consents }) => {
    if (!platform) {
      return {
        display_in_workshop: given,
        consent_timestamp: given ? now : before,
        workshopRevokedTimestamp: given ? null : now,
      }
    }
    const earlier = consents.find(({ platformId }) => platformId === platform.id)
    const consent = {
      platformId: platform.id,
      platformName: platform.name,
      displayName: platform.displayName,
      consented: true,
      consentTimestamp: given ? now : (earlier?.consentTimestamp ?? null),
      revoked: !given,
      revokedTimestamp: given ? null : now,
    }
    return { socialMediaConsents: [...consents.filter((one) => one !== earlier), consent] }
  })
}

export type Deleted = Awaited<ReturnType<typeof deleteGroup>>

export const deleteGroup = async (token: string) =>
  (await call('DELETE /api/manage/{token}', { params: { token } })).data
