import { limits } from '#contract/limits.ts'
import type { Body } from '#contract/operation/operation.ts'
import { textsOf } from '#contract/texts/group-texts.ts'
import type * as contract from '#contract/upload.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError, orThrow } from '#server/domain/errors.ts'
import { baseName, newSubmissionId } from '#server/domain/names.ts'
import { fileLimitsOf } from '#server/domain/settings/settings.ts'
import { submissionComplete, submissionEnd, submissionNotFound } from '#server/domain/upload/submission.ts'
import { uploadKeysSince } from '#server/domain/upload/upload-key.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import { filesOfSubmission } from '#server/groups/submission-files.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { GroupReads } from '#server/ports/group-store.ts'
import type { ImageReads } from '#server/ports/image-store.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import { checkBatch, truncatedTexts } from './checked-upload.ts'
import type { UploadTarget } from './upload-exhibition.ts'
import { tooManyImages } from './upload-form.ts'

type NewSubmission = Pick<Body<typeof contract.createSubmission>, 'metadata' | 'consents' | 'files'> & UploadTarget

/** Records the texts, consents and files to expect; the files follow one by one (D66). */
export async function createSubmission(
  deps: Deps,
  { metadata = {}, consents, files, exhibition, staffLinkId }: NewSubmission,
  acceptLanguage?: string,
): Promise<{ submissionId: string; submission: Submission }> {
  if (files.length === 0) throw new AppError('NO_FILES', 'The submission names no file')
  if (files.length > limits.imagesPerGroup) throw tooManyImages(limits.imagesPerGroup)
  const submissionId = newSubmissionId()
  const { current } = deps.settings
  const submission: Submission = {
    submissionDigest: digest(submissionId),
    texts: {
      ...(await checkBatch(deps, { exhibition, metadata, consents, acceptLanguage })),
      limits: fileLimitsOf(current),
      staffLinkId,
    },
    files: files.map(({ fileName, ...sent }) => {
      const { imageDescription: description = null, altText = null } = truncatedTexts(sent)
      return { originalName: baseName(fileName), description, altText, image: null, parts: [] }
    }),
    expiresAt: submissionEnd(deps.expiryClock.now()),
    groupId: null,
  }
  await deps.database.transaction((tx) => tx.submissions.insert(submission))
  return { submissionId, submission }
}

/** AppError SUBMISSION_NOT_FOUND when there is none with this id, or it has expired. */
export async function findSubmission(
  { database, expiryClock }: Pick<Deps, 'database' | 'expiryClock'>,
  submissionId: string,
): Promise<Submission> {
  const submissionDigest = digest(submissionId)
  const now = expiryClock.now()
  return (
    (await database.submissions.find(submissionDigest, now.toISOString())) ??
    (await findCompleted(database, submissionDigest, now))
  )
}

/** The same inside a transaction, and locked unless it is complete. */
export async function lockSubmission(
  { expiryClock }: Pick<Deps, 'expiryClock'>,
  tx: Transaction,
  submissionDigest: string,
): Promise<Submission> {
  const now = expiryClock.now()
  return (
    (await tx.submissions.lock(submissionDigest, now.toISOString())) ?? (await findCompleted(tx, submissionDigest, now))
  )
}

/** AppError SUBMISSION_COMPLETE, SUBMISSION_NOT_FOUND. */
export async function lockOpenSubmission(...args: Parameters<typeof lockSubmission>): Promise<Submission> {
  const found = await lockSubmission(...args)
  if (found.groupId) throw submissionComplete()
  return found
}

/** What remains of a submission of that many files once it has become a group. */
export const completed = (
  { submissionDigest, expiresAt }: Pick<Submission, 'submissionDigest' | 'expiresAt'>,
  { year, files, groupId }: { readonly year: number; readonly files: number; readonly groupId: string },
): Submission => ({
  submissionDigest,
  expiresAt,
  texts: { ...textsOf({}), year, platformIds: [] },
  files: Array.from({ length: files }, () => ({ originalName: '', description: null, image: null, parts: [] })),
  groupId,
})

interface Reads {
  readonly groups: Pick<GroupReads, 'findByUploadKey'>
  readonly images: Pick<ImageReads, 'ofGroup'>
}

/** A rollback (D37) and a restore remove submissions; the group that was made of one knows it for a day. */
async function findCompleted({ groups, images }: Reads, submissionDigest: string, now: Date): Promise<Submission> {
  const found = orThrow(await groups.findByUploadKey(submissionDigest, uploadKeysSince(now)), submissionNotFound)
  const { groupId, uploadDate, year } = found.group
  const expiresAt = submissionEnd(new Date(uploadDate))
  if (expiresAt <= now.toISOString()) throw submissionNotFound()
  const files = (await images.ofGroup(groupId)).length
  return completed({ submissionDigest, expiresAt }, { year, files, groupId })
}

/** Abandons a submission: nothing of it remains. AppError SUBMISSION_NOT_FOUND, SUBMISSION_COMPLETE. */
export async function deleteSubmission(deps: Deps, submissionId: string): Promise<void> {
  const files = await deps.database.transaction(async (tx) => {
    const submission = await lockOpenSubmission(deps, tx, digest(submissionId))
    const held = filesOfSubmission(submission)
    await tx.submissions.remove(submission.submissionDigest)
    await tx.fileRemovals.plan(held, 0)
    return held
  })
  await removeFilesNow(deps, files)
}
