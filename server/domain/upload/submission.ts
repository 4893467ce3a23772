import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'

/** When a submission expires that gets no further file (D66). ISO 8601. */
export const submissionEnd = (now: Date): string =>
  new Date(now.getTime() + limits.submissionHours * 60 * 60_000).toISOString()

export const submissionNotFound = (): AppError =>
  new AppError('SUBMISSION_NOT_FOUND', 'There is no such submission, or it has expired')

export const submissionComplete = (): AppError =>
  new AppError('SUBMISSION_COMPLETE', 'The submission is complete: its photos belong to a group')

export function submissionIncomplete(missing: readonly number[]): AppError {
  const message = `The submission is incomplete: ${missing.length} of its files are missing`
  return new AppError('SUBMISSION_INCOMPLETE', message, { details: { missing } })
}
