import { groupTexts, textsOf } from '#contract/texts/group-texts.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Exhibition } from '#server/domain/exhibition.ts'
import type { Group } from '#server/domain/group.ts'
import { groupNameFrom } from '#server/domain/names.ts'
import type { StaffUpload } from '#server/domain/staff-link.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { yearOf } from '#server/domain/time/year.ts'
import type { UploadKey } from '#server/domain/upload/upload-key.ts'
import { createGroup, type NewGroup } from '#server/groups/create-group.ts'
import { notify } from '#server/groups/notify.ts'
import type { ImageReceiver } from '#server/groups/receiving/receive-images.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import { checkBatch, matchDescriptions, readConsents, workshopConsentRequired } from './checked-upload.ts'
import type { UploadForm } from './upload-form.ts'

export interface BatchUpload {
  readonly exhibition: Exhibition
  readonly staff?: StaffUpload | undefined
  readonly form: UploadForm
  readonly receiver: ImageReceiver
  readonly uploadKey: UploadKey | undefined
  readonly acceptLanguage?: string | undefined
}

/** Makes a group of a form and its images, whole or not at all (specification, Upload and download; D6, D7). */
export async function uploadBatch(
  deps: Deps,
  { form, exhibition, staff, receiver, uploadKey, acceptLanguage }: BatchUpload,
): Promise<Group> {
  if (form.fileNames.length === 0) throw new AppError('NO_FILES', 'The form has no image')
  const metadata = { ...form.metadata, description: form.metadata.description ?? form.description ?? null }
  const texts = await checkBatch(deps, { exhibition, metadata, consents: form.consents ?? {}, acceptLanguage })
  const imageTexts = matchDescriptions(form.fileNames, form.descriptions)
  return receiver.store((tx, images) => storeBatch(deps, tx, { ...texts, staff, imageTexts, uploadKey, images }))
}

/**
 * Makes a group of one image; without consents the display was not asked about (D8); consents without it are rejected (D64). The
 * form has a file. AppError WORKSHOP_CONSENT_REQUIRED.
 */
export async function uploadImage(
  deps: Deps,
  { form, exhibition, staff, receiver, uploadKey, acceptLanguage }: BatchUpload,
): Promise<Group> {
  const { consents = {} } = form
  if (form.consents !== undefined && consents.workshopConsent !== true) throw workshopConsentRequired()
  const [fileName = ''] = form.fileNames
  const name = optionalText('groupName', form.groupName, groupTexts.name.maxLength) ?? groupNameFrom(fileName)
  const given = await readConsents(deps, { exhibition, consents, acceptLanguage })
  return receiver.store((tx, images) =>
    createGroup(deps, tx, {
      ...given,
      staff,
      ...textsOf({ name }),
      year: yearOf(deps.clock.now()),
      workshopConsent: consents.workshopConsent === true,
      images,
      imageTexts: [],
      uploadKey,
    }),
  )
}

/** Adds the group of a batch, and notifies the team unless it is approved already. */
export async function storeBatch(
  deps: Pick<Deps, 'clock' | 'config' | 'settings'>,
  tx: Transaction,
  batch: Omit<NewGroup, 'workshopConsent'>,
): Promise<Group> {
  const group = await createGroup(deps, tx, { ...batch, workshopConsent: true })
  const { groupId, name, title, year } = group
  const payload = { name, title, year, imageCount: batch.images.length }
  if (!group.isApproved) await notify(deps, tx, { kind: 'upload', groupId, payload })
  return group
}
