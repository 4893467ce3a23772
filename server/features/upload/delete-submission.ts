import { digest } from '#server/domain/digest.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import { filesOfSubmission } from '#server/groups/submission-files.ts'
import type { Deps } from '#server/ports/deps.ts'
import { lockOpenSubmission } from './find-submission.ts'

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
