import type { RemovalDecision, RemovalReason, RemovalStatus } from '#contract/removal-requests.ts'
import { AppError } from './errors.ts'

/** A request to remove a photo (D70). Timestamps are ISO 8601. */
export interface RemovalRequest {
  readonly requestId: string
  /** null, as `groupId`, where no photo was found. */
  readonly imageId: number | null
  readonly groupId: string | null
  /** As it was entered. */
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

/** Whether a request keeps its photo hidden: it is open, or waits for the redaction that was decided. */
export const keepsHidden = ({ decision, hiddenAtOnce, redactedAt }: RemovalRequest): boolean =>
  decision === 'keep_hidden' || (decision === null && hiddenAtOnce) || (decision === 'redact' && redactedAt === null)

export const removalRequestNotFound = (): AppError =>
  new AppError('REMOVAL_REQUEST_NOT_FOUND', 'There is no such removal request')
