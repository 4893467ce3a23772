import { readTexts } from '#contract/texts/image-texts.ts'
import { AppError, orThrow } from '#server/domain/errors.ts'
import { mainExhibitionId } from '#server/domain/exhibition.ts'
import type { Group } from '#server/domain/group.ts'
import { submissionIncomplete, submissionNotFound } from '#server/domain/upload/submission.ts'
import { uploadOf } from '#server/groups/receiving/receive-images.ts'
import { filesOfImage, filesOfSubmission } from '#server/groups/submission-files.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { ReceivedImage } from '#server/ports/image-store.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import { completed, lockSubmission } from './submissions.ts'
import { storeBatch } from './upload-batch.ts'

interface Completion {
  readonly submissionDigest: string
  /** Indexes of files that will not be in the group. */
  readonly skip: readonly number[]
  /** Of the client. */
  readonly ipAddress: string | null
  /** Thrown unless the submission is complete already. */
  readonly refusal?: unknown
}

/**
 * Makes a group of a submission, once: `isNew` is false for a repeat. AppError SUBMISSION_NOT_FOUND,
 * SUBMISSION_INCOMPLETE, NO_FILES, EXHIBITION_NOT_FOUND, STAFF_LINK_INVALID.
 */
export async function completeSubmission(
  deps: Deps,
  { submissionDigest, skip, ipAddress, refusal }: Completion,
): Promise<{ group: Group; isNew: boolean }> {
  const made = await deps.database.transaction(async (tx) => {
    const submission = await lockSubmission(deps, tx, submissionDigest)
    if (submission.groupId) return { group: orThrow(await tx.groups.find(submission.groupId), submissionNotFound) }
    if (refusal !== undefined) throw refusal
    const files = submission.files.filter((_, index) => !skip.includes(index))
    const images = imagesOf(submission, skip)
    await claimFiles(tx, submission, images)
    const { exhibitionId = mainExhibitionId, staffLinkId, platformIds, ...texts } = submission.texts
    const imageTexts = files.map((file) => readTexts(file, (_, text) => text))
    const uploadKey = { key: submissionDigest, bodyDigest: '' }
    const staff = staffLinkId === undefined ? undefined : { linkId: staffLinkId, ipAddress }
    const batch = { ...texts, staff, exhibitionId, platformIds, images, imageTexts, uploadKey }
    const group = await storeBatch(deps, tx, batch)
    const fields = { year: texts.year, files: submission.files.length, groupId: group.groupId }
    await tx.submissions.update(completed(submission, fields))
    return { group, images }
  })
  if (made.images) deps.metrics.uploaded(uploadOf(made.images))
  return { group: made.group, isNew: made.images !== undefined }
}

function imagesOf({ files }: Submission, skip: readonly number[]): ReceivedImage[] {
  const wanted = [...files.entries()].filter(([index]) => !skip.includes(index))
  if (wanted.length === 0) throw new AppError('NO_FILES', 'The submission has no file that is not skipped')
  const missing = wanted.flatMap(([index, { image }]) => (image === null ? [index] : []))
  if (missing.length > 0) throw submissionIncomplete(missing)
  return wanted.flatMap(([, { image }]) => image ?? [])
}

/** From the commit on the files belong to the images; skipped files and incomplete repeats are removed. */
async function claimFiles(tx: Transaction, submission: Submission, images: readonly ReceivedImage[]): Promise<void> {
  const kept: FileName[] = images.flatMap(filesOfImage)
  if ((await tx.fileRemovals.cancel(kept)) < kept.length) {
    throw new AppError('TEMPORARILY_UNAVAILABLE', 'The files of the submission are being removed; send it again')
  }
  const names = new Set(kept.map(({ name }) => name))
  const leaving = filesOfSubmission(submission).filter(({ name }) => !names.has(name))
  await tx.fileRemovals.plan(leaving, 0)
}
