import type { ConsentTexts } from '#contract/settings/site-settings.ts'
import { type GroupTexts, textsOf } from '#contract/texts/group-texts.ts'
import type { ImageTexts } from '#contract/texts/image-texts.ts'
import { changedByUpload } from '#server/domain/consents/consent-origin.ts'
import { consentTextsIn, wordingOf } from '#server/domain/consents/consent-texts.ts'
import { orThrow } from '#server/domain/errors.ts'
import { exhibitionNotFound, isEndedAt, mainExhibitionId } from '#server/domain/exhibition.ts'
import { captureDateOf, type Group } from '#server/domain/group.ts'
import { newGroupId, newManagementToken, newRevision } from '#server/domain/names.ts'
import { checkIsValid, type StaffUpload } from '#server/domain/staff-link.ts'
import { type UploadKey, uploadKeysSince } from '#server/domain/upload/upload-key.ts'
import type { ConsentChange } from '#server/ports/consent-store.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { ReceivedImage } from '#server/ports/image-store.ts'
import { newImages } from './receiving/new-images.ts'
import { approveAtOnce } from './staff-upload.ts'

export interface NewGroup extends GroupTexts {
  readonly exhibitionId: number
  readonly year: number
  /** false: consent to the display was not asked for (D8). */
  readonly workshopConsent: boolean
  /** The people in the photos agree, or their parents. */
  readonly minorsConsent?: boolean | undefined
  /** Language of the texts that the visitor agreed to (`consentLanguage`). */
  readonly language?: string | undefined
  /** The operator's wording that the visitor agreed to, null for none; by default the current one. */
  readonly consentTexts?: ConsentTexts | null | undefined
  readonly platformIds: readonly number[]
  readonly images: readonly ReceivedImage[]
  /** Those of each image; missing ones are null. */
  readonly imageTexts: readonly Partial<ImageTexts>[]
  readonly uploadKey: UploadKey | undefined
  /** With a staff link, whose name counts (D91). */
  readonly staff?: StaffUpload | undefined
}

/**
 * Adds the rows of a new group with its consents and their history, not approved unless a staff link does so. AppError
 * EXHIBITION_NOT_FOUND, STAFF_LINK_INVALID.
 */
export async function createGroup(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  tx: Transaction,
  input: NewGroup,
): Promise<Group> {
  const now = clock.now()
  // It cannot be revoked until the transaction ends.
  const link = input.staff && checkIsValid(await tx.staffLinks.lock(input.staff.linkId), now)
  const isExhibitionEnded = await lockExhibition(tx, input.exhibitionId, now)
  const group = { ...newGroup(input, now.toISOString(), link?.name ?? null), isExhibitionEnded }
  if (input.uploadKey !== undefined) {
    await tx.groups.forgetUploadKey(input.uploadKey.key, uploadKeysSince(now))
  }
  await tx.groups.insert(group, input.uploadKey)
  await tx.images.insert(newImages(group.groupId, input.images, { texts: input.imageTexts, after: 0 }))
  const { consentTexts = settings.current.consentTexts } = input
  await giveConsents(tx, { ...group, ownTexts: consentTexts ?? undefined }, input)
  return input.staff && link ? approveAtOnce(tx, group, { ...input.staff, link, now }) : group
}

/**
 * Keeps the exhibition from being deleted before its group is there; `main` never is. Returns whether it has ended: a
 * submission may be completed until a day after.
 */
async function lockExhibition(tx: Transaction, id: number, now: Date): Promise<boolean> {
  if (id === mainExhibitionId) return false
  return isEndedAt(orThrow(await tx.exhibitions.lock(id), exhibitionNotFound), now)
}

const newGroup = (input: NewGroup, now: string, staffName: string | null): Omit<Group, 'isExhibitionEnded'> => ({
  groupId: newGroupId(),
  ...textsOf({ ...input, name: staffName ?? input.name }),
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
  exhibitionId: input.exhibitionId,
  staffName,
})

interface ConsentsOf extends Pick<Group, 'groupId' | 'uploadDate'> {
  readonly ownTexts: ConsentTexts | undefined
}

/** Records what the visitor agreed to, and stores the texts that were shown. */
async function giveConsents(
  tx: Transaction,
  { groupId, uploadDate: now, ownTexts }: ConsentsOf,
  { workshopConsent, minorsConsent, platformIds, language }: NewGroup,
): Promise<void> {
  const given = {
    groupId,
    action: 'give',
    changedBy: changedByUpload,
    wording: wordingOf(ownTexts),
    language: language ?? null,
    createdAt: now,
  } as const
  if (language !== undefined) await tx.consents.keepText(...consentTextsIn(language, ownTexts))
  for (const platformId of platformIds) {
    const consent = { platformId, consented: true, consentTimestamp: now, revoked: false, revokedTimestamp: null }
    await tx.consents.put(groupId, consent)
  }
  const history: ConsentChange[] = platformIds.map((platformId) => ({
    ...given,
    consentType: 'social_media',
    platformId,
  }))
  if (minorsConsent) history.unshift({ ...given, consentType: 'minors', platformId: null })
  if (workshopConsent) history.unshift({ ...given, consentType: 'workshop', platformId: null })
  if (history.length > 0) await tx.consents.record(...history)
}
