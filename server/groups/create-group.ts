import type { Deps } from '#server/deps.ts'
import { changedByUpload } from '#server/domain/consent-origin.ts'
import { consentTextsIn, wordingOf } from '#server/domain/consent-texts/consent-texts.ts'
import type { Group } from '#server/domain/group.ts'
import { captureDateOf } from '#server/domain/images/capture-date.ts'
import { newGroupId, newManagementToken, newRevision } from '#server/domain/names.ts'
import { type UploadKey, uploadKeysSince } from '#server/domain/upload-key.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { ReceivedImage } from '#server/ports/received-image.ts'
import { newImages } from './receiving/new-images.ts'

export interface NewGroup {
  readonly name: string | null
  readonly title: string | null
  readonly description: string | null
  readonly year: number
  /** false: the consent to the display was not asked (D8). */
  readonly workshopConsent: boolean
  /** The people in the photos agree, or their parents. */
  readonly minorsConsent?: boolean | undefined
  /** Of the texts that the visitor agreed to (`consentLanguage`). */
  readonly language?: string | undefined
  /** Platforms the visitor consented to. */
  readonly platformIds: readonly number[]
  readonly images: readonly ReceivedImage[]
  /** One for each image. */
  readonly imageDescriptions: readonly (string | null)[]
  readonly uploadKey: UploadKey | undefined
}

/** Adds the rows of a new group, not approved, with its consents and their history. */
export async function createGroup(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  tx: Transaction,
  input: NewGroup,
): Promise<Group> {
  const now = clock.now().toISOString()
  const group: Group = {
    groupId: newGroupId(),
    name: input.name,
    title: input.title,
    description: input.description,
    year: input.year,
    uploadDate: now,
    captureDate: captureDateOf(input.images.map(({ facts }) => facts)),
    isApproved: false,
    firstApprovedAt: null,
    changesSinceApproval: [],
    lastApproved: null,
    displayInWorkshop: input.workshopConsent,
    consentTimestamp: input.workshopConsent ? now : null,
    workshopRevokedTimestamp: null,
    managementToken: newManagementToken(),
    contentRevision: newRevision(),
    moderationNote: null,
  }
  if (input.uploadKey !== undefined) {
    await tx.groups.forgetUploadKey(input.uploadKey.key, uploadKeysSince(clock.now()))
  }
  await tx.groups.insert(group, input.uploadKey)
  await tx.images.insert(newImages(group.groupId, input.images, { descriptions: input.imageDescriptions, after: 0 }))

  const language = input.language ?? null
  const own = settings.stored.values.consentTexts
  const given = {
    groupId: group.groupId,
    action: 'give',
    changedBy: changedByUpload,
    wording: wordingOf(own),
    language,
    createdAt: now,
  } as const
  if (language !== null) for (const text of consentTextsIn(language, own)) await tx.consents.keepText(text)
  if (input.workshopConsent) await tx.consents.record({ ...given, consentType: 'workshop', platformId: null })
  if (input.minorsConsent) await tx.consents.record({ ...given, consentType: 'minors', platformId: null })
  for (const platformId of input.platformIds) {
    const consent = { platformId, consented: true, consentTimestamp: now, revoked: false, revokedTimestamp: null }
    await tx.consents.put(group.groupId, consent)
    await tx.consents.record({ ...given, consentType: 'social_media', platformId })
  }
  return group
}
