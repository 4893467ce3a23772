import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'

const hourMs = 60 * 60_000

/** The key that identifies a repeated request, and the digest of what it sent (D59). */
export interface UploadKey {
  readonly key: string
  readonly bodyDigest: string
}

/** Keys of earlier requests are forgotten (D59). ISO 8601. */
export const uploadKeysSince = (now: Date): string => new Date(now.getTime() - 24 * hourMs).toISOString()

/** A repeat within an hour of the upload gets the management token again; a later one might come from another person (D59). */
export const mayReturnToken = (uploadDate: string, now: Date): boolean =>
  now.getTime() - Date.parse(uploadDate) < hourMs

/** Is among the former tokens once the group's link was renewed, which no repeat may reveal (D66). */
export const renewalMark = (groupId: string): string => digest(`renewed ${groupId}`)

/** AppError IDEMPOTENCY_KEY_REUSED unless the body is that of the first request; of older ones it is not known. */
export function checkSameBody(first: string | null, now: string | undefined): void {
  if (first === null || first === now) return
  throw new AppError('IDEMPOTENCY_KEY_REUSED', 'The header Idempotency-Key was sent before, with another body')
}
