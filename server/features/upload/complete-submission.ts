import type { Deps } from '#server/deps.ts'
import { digest } from '#server/domain/digest.ts'
import type { Group } from '#server/domain/group.ts'
import { submissionIncomplete, submissionNotFound } from '#server/domain/submission.ts'
import { AppError } from '#server/errors.ts'
import { uploadOf } from '#server/groups/receive-images.ts'
import { filesOfImage, filesOfParts } from '#server/groups/submission-files.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { ReceivedImage } from '#server/ports/received-image.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import { storeBatch } from './store-batch.ts'

/**
 * Makes a group of a submission, once: `isNew` is false for who comes later. AppError SUBMISSION_NOT_FOUND,
 * SUBMISSION_INCOMPLETE.
 */
export async function completeSubmission(
  deps: Deps,
  submissionDigest: string,
): Promise<{ group: Group; isNew: boolean }> {
  const made = await deps.database.transaction(async (tx) => {
    const submission = await tx.submissions.lock(submissionDigest, deps.clock.now().toISOString())
    if (submission === undefined) throw submissionNotFound()
    if (submission.made) return { group: await groupOf(tx, submission.made.groupId) }
    const images = imagesOf(submission)
    await claimFiles(tx, submission, images)
    const { platformIds, ...texts } = submission.texts
    const imageDescriptions = submission.files.map(({ description }) => description)
    const group = await storeBatch(deps, tx, { ...texts, platformIds, images, imageDescriptions, uploadKey: undefined })
    const { groupId, managementToken } = group
    await tx.submissions.update({
      ...submission,
      texts: { name: null, title: null, description: null, year: texts.year, platformIds: [] },
      files: submission.files.map(() => ({ originalName: '', description: null, image: null, parts: [] })),
      made: { groupId, tokenDigest: digest(managementToken) },
    })
    return { group, images }
  })
  if (made.images) deps.metrics.uploaded(uploadOf(made.images))
  return { group: made.group, isNew: made.images !== undefined }
}

async function groupOf(tx: Transaction, groupId: string): Promise<Group> {
  const group = await tx.groups.find(groupId)
  if (group === undefined) throw submissionNotFound()
  return group
}

function imagesOf({ files }: Submission): ReceivedImage[] {
  const missing = files.flatMap(({ image }, index) => (image === null ? [index] : []))
  if (missing.length > 0) throw submissionIncomplete(missing)
  return files.flatMap(({ image }) => image ?? [])
}

/** From the commit on the files belong to the images; what a repeat left half sent goes. */
async function claimFiles(tx: Transaction, { files }: Submission, images: readonly ReceivedImage[]): Promise<void> {
  const kept: FileName[] = images.flatMap(filesOfImage)
  if ((await tx.fileRemovals.cancel(kept)) < kept.length) {
    throw new AppError('TEMPORARILY_UNAVAILABLE', 'Files of the submission are being removed. Send it again')
  }
  await tx.fileRemovals.plan(files.flatMap(filesOfParts), 0)
}
