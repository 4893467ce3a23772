import { limits } from '#contract/limits.ts'
import type { Body } from '#contract/operation/operation.ts'
import type * as contract from '#contract/upload.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { baseName, newSubmissionId } from '#server/domain/names.ts'
import { fileLimitsOf } from '#server/domain/settings/settings.ts'
import { submissionEnd } from '#server/domain/submission.ts'
import { clean, truncate } from '#server/domain/text/text.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import { checkBatch } from './check-batch.ts'
import { tooManyImages } from './upload-form.ts'

/** Records the texts, consents and files to expect; the files follow one by one (D66). */
export async function createSubmission(
  deps: Deps,
  { metadata = {}, consents, files }: Body<typeof contract.createSubmission>,
  acceptLanguage?: string,
): Promise<{ submissionId: string; submission: Submission }> {
  if (files.length === 0) throw new AppError('NO_FILES', 'The submission names no file')
  if (files.length > limits.imagesPerGroup) throw tooManyImages(limits.imagesPerGroup)
  const submissionId = newSubmissionId()
  const { current } = deps.settings
  const { consentTexts = null } = current
  const submission: Submission = {
    submissionDigest: digest(submissionId),
    texts: {
      ...(await checkBatch(deps, { metadata, consents, acceptLanguage })),
      consentTexts,
      limits: fileLimitsOf(current),
    },
    files: files.map(({ fileName, description }) => ({
      originalName: baseName(fileName),
      description: truncate(clean(description ?? ''), limits.imageDescription) || null,
      image: null,
      parts: [],
    })),
    expiresAt: submissionEnd(deps.clock.now()),
    made: undefined,
  }
  await deps.database.transaction((tx) => tx.submissions.insert(submission))
  return { submissionId, submission }
}
