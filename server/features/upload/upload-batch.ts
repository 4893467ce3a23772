import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Group } from '#server/domain/group.ts'
import { optionalText } from '#server/domain/text/text.ts'
import type { UploadKey } from '#server/domain/upload-key.ts'
import { checkYear, yearOf } from '#server/domain/year.ts'
import { AppError } from '#server/errors.ts'
import { createGroup } from '#server/groups/create-group.ts'
import { notify } from '#server/groups/notify.ts'
import type { ImageReceiver } from '#server/groups/receive-images.ts'
import { consentedPlatforms, workshopConsentRequired } from './consented-platforms.ts'
import { matchDescriptions } from './match-descriptions.ts'
import type { UploadForm } from './upload-form.ts'

export interface BatchUpload {
  readonly form: UploadForm
  readonly receiver: ImageReceiver
  readonly uploadKey: UploadKey | undefined
}

/** Makes a group of a form and its images, whole or not at all (specification, Upload and download; D6, D7). */
export async function uploadBatch(deps: Deps, { form, receiver, uploadKey }: BatchUpload): Promise<Group> {
  if (form.fileNames.length === 0) throw new AppError('NO_FILES', 'The form has no image')
  if (form.consents.workshopConsent !== true) {
    throw workshopConsentRequired()
  }
  const { metadata } = form
  const now = deps.clock.now()
  const texts = {
    name: optionalText('name', metadata.name, limits.name),
    title: optionalText('title', metadata.title, limits.title),
    description: optionalText('description', metadata.description ?? form.description, limits.groupDescription),
    year: checkYear(metadata.year ?? yearOf(now), now),
  }
  const platformIds = await consentedPlatforms(deps, form.consents)
  const imageDescriptions = matchDescriptions(form.fileNames, form.descriptions)
  return receiver.store(async (tx, images) => {
    const group = await createGroup(deps, tx, {
      ...texts,
      workshopConsent: true,
      platformIds,
      images,
      imageDescriptions,
      uploadKey,
    })
    const { groupId, name, title, year } = group
    await notify(deps, tx, { kind: 'upload', groupId, payload: { name, title, year, imageCount: images.length } })
    return group
  })
}
