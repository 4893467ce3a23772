import { digest } from '#server/domain/digest.ts'
import { submissionComplete, submissionNotFound } from '#server/domain/submission.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import { findCompleted } from './completed-submission.ts'

/** AppError SUBMISSION_NOT_FOUND when there is none with this id, or it has expired. */
export async function findSubmission(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  submissionId: string,
): Promise<Submission> {
  const submissionDigest = digest(submissionId)
  const now = clock.now()
  const found =
    (await database.submissions.find(submissionDigest, now.toISOString())) ??
    (await findCompleted(database, submissionDigest, now))
  if (found === undefined) throw submissionNotFound()
  return found
}

/** Locks a submission that is not complete. AppError SUBMISSION_NOT_FOUND, SUBMISSION_COMPLETE. */
export async function lockOpenSubmission(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  submissionDigest: string,
): Promise<Submission> {
  const now = clock.now()
  const found =
    (await tx.submissions.lock(submissionDigest, now.toISOString())) ?? (await findCompleted(tx, submissionDigest, now))
  if (found === undefined) throw submissionNotFound()
  if (found.made) throw submissionComplete()
  return found
}
