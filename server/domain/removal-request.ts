import type { RemovalDecision, RemovalReason, RemovalStatus } from '#contract/removal-requests.ts'
import { AppError } from './errors.ts'

/** A request to remove a photo (D70). Timestamps are ISO 8601. */
export interface RemovalRequest {
  readonly requestId: string
  /** null, as `groupId`, where no photo was found. */
  readonly imageId: number | null
  readonly groupId: string | null
  /** As it was entered; that of an image id without a photo. */
  readonly code: string | null
  readonly reason: RemovalReason
  readonly message: string | null
  readonly contact: string | null
  /** As limits count it; goes with contact and message. */
  readonly address: string | null
  readonly hiddenAtOnce: boolean
  readonly createdAt: string
  readonly deadline: string
  /** null while it is open. */
  readonly decision: RemovalDecision | null
  /** What the moderators tell the person who asked. */
  readonly note: string | null
  readonly decidedAt: string | null
  /** User name; null when the photo was deleted otherwise. */
  readonly decidedBy: string | null
  /** When the photo was redacted after the request. */
  readonly redactedAt: string | null
}

export const statusOfRequest = ({ decision }: Pick<RemovalRequest, 'decision'>): RemovalStatus =>
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
