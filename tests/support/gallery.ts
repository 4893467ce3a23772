import type { ReplyTo } from '#tests/support/ask.ts'
import { ask } from '#tests/support/ask.ts'
import type { Session } from './admin.ts'
import { changeExhibition } from './exhibitions.ts'
import type { TestApp } from './start-app.ts'
import { type BatchSpec, publish, type UploadedGroup, uploadGroup } from './upload.ts'

/** The id of the platform that the migration adds. */
export const website = 4

/** Asks visitors for the consent, and switches on the gallery of `main`. */
export async function openGallery(admin: Session, id = 1): Promise<void> {
  await ask(admin, 'updatePlatform', { params: { id: website }, json: { is_active: true } })
  await changeExhibition(admin, id, { gallery: true })
}

/** An approved group whose owner agreed to the gallery. */
export async function hangOnWeb(app: TestApp, { parts, ...spec }: BatchSpec = {}): Promise<UploadedGroup> {
  const consents = { workshopConsent: true, socialMediaConsents: [website] }
  const group = await uploadGroup(app, { ...spec, parts: { consents, ...parts } })
  await publish(app, group.groupId)
  return group
}

export const galleryOf = (app: TestApp, slug = 'main'): Promise<ReplyTo<'viewGallery'>> =>
  ask(app, 'viewGallery', { params: { slug } })

/** The addresses of the photos of a group, smallest first; none where the gallery does not show it. */
export async function photosOf(app: TestApp, groupId: string): Promise<string[]> {
  const shown = (await galleryOf(app)).groups.find((each) => each.groupId === groupId)
  return (shown?.images ?? []).flatMap(({ filePath }) =>
    [400, 800, 1_600].map((width) => filePath.replace('-1600.', `-${width}.`)),
  )
}
