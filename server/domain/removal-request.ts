import type * as contract from '#contract/removal-requests.ts'
import { AppError } from './errors.ts'

/** What moderators see of a request as it is now: its photo, and others from the same address. */
type SeenNow = 'status' | 'previewPath' | 'filePath' | 'hidden' | 'redacted' | 'openFromAddress'

/** A request to remove a photo (D70). Timestamps are ISO 8601. */
export interface RemovalRequest extends Readonly<Omit<contract.RemovalRequest, SeenNow>> {
  /** As limits count it; goes with contact and message. */
  readonly address: string | null
  /** When the photo was redacted after the request. */
  readonly redactedAt: string | null
}

export const statusOfRequest = ({ decision }: Pick<RemovalRequest, 'decision'>): contract.RemovalStatus =>
  decision === null ? 'open' : decision === 'show_again' ? 'refused' : 'done'

/** Whether a request names its photo surely enough to hide it before a moderator has decided (D70). */
export const mayHideAtOnce = ({ code, reason }: Pick<RemovalRequest, 'code' | 'reason'>): boolean =>
  code !== null || reason === 'my_child'

/**
 * Whether a request keeps its photo hidden: it is open and has hidden it or is for a child (D94), or waits for the
 * redaction that was decided.
 */
export const keepsHidden = ({ decision, hiddenAtOnce, reason, redactedAt }: RemovalRequest): boolean => {
  if (decision === null) return hiddenAtOnce || reason === 'my_child'
  return decision === 'keep_hidden' || (decision === 'redact' && redactedAt === null)
}

export const removalRequestNotFound = (): AppError =>
  new AppError('REMOVAL_REQUEST_NOT_FOUND', 'There is no such removal request')
