import { groupTexts, textsOf } from '#contract/group-texts.ts'
import { consentLanguage } from '#server/domain/consent-texts/consent-texts.ts'
import type { Group } from '#server/domain/group.ts'
import { groupNameFrom } from '#server/domain/names.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { yearOf } from '#server/domain/time/year.ts'
import { createGroup } from '#server/groups/create-group.ts'
import type { Deps } from '#server/ports/deps.ts'
import { consentedPlatforms, workshopConsentRequired } from './consented-platforms.ts'
import type { BatchUpload } from './upload-batch.ts'

/**
 * Makes a group of one image; without consents the display was not asked about (D8); consents without it are rejected (D64). The
 * form has a file. AppError WORKSHOP_CONSENT_REQUIRED.
 */
export async function uploadImage(
  deps: Deps,
  { form, receiver, uploadKey, acceptLanguage }: BatchUpload,
): Promise<Group> {
  const { consents = {} } = form
  if (form.consents !== undefined && consents.workshopConsent !== true) throw workshopConsentRequired()
  const [fileName = ''] = form.fileNames
  const name = optionalText('groupName', form.groupName, groupTexts.name.maxLength) ?? groupNameFrom(fileName)
  const platformIds = await consentedPlatforms(deps, consents)
  return receiver.store((tx, images) =>
    createGroup(deps, tx, {
      ...textsOf({ name }),
      year: yearOf(deps.clock.now()),
      workshopConsent: consents.workshopConsent === true,
      platformIds,
      minorsConsent: consents.minorsConsent,
      language: consentLanguage(consents.language, acceptLanguage),
      images,
      imageDescriptions: [],
      uploadKey,
    }),
  )
}
