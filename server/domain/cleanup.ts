import type { Group } from './group.ts'
import { cleanupTime } from './time/daily.ts'

const dayMs = 24 * 60 * 60_000

/** How long approved groups are kept (D75). */
export interface ApprovedRetention {
  /** After the first approval. */
  readonly days: number
  /** When it was set, ISO 8601: nothing goes before a day has passed, so that the team is warned once. */
  readonly since: string
}

export interface Retention {
  /** Days that a never-approved group is kept after its upload. */
  readonly retentionDays: number
  /** undefined: approved groups stay. */
  readonly approvedRetention: ApprovedRetention | undefined
}

/** Groups from before these times, ISO 8601, are deleted; null: none. */
export interface CleanupCutoff {
  readonly uploadedBefore: string
  readonly approvedBefore: string | null
}

type Kept = Pick<Group, 'firstApprovedAt' | 'uploadDate'>

const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString()

const inForceAt = ({ since }: ApprovedRetention): number => Date.parse(since) + dayMs

/** What a cleanup at `now` deletes. "Older than 7 days": a group of exactly that age stays (specification, item 5; D33). */
export function cleanupCutoff(now: Date, { retentionDays, approvedRetention: approved }: Retention): CleanupCutoff {
  const isInForce = approved !== undefined && now.getTime() >= inForceAt(approved)
  return {
    uploadedBefore: daysBefore(now, retentionDays),
    approvedBefore: isInForce ? daysBefore(now, approved.days) : null,
  }
}

/** Never approved means never: a group that lost its approval counts as approved (D33). */
export const isDueForCleanup = (
  { firstApprovedAt, uploadDate }: Kept,
  { uploadedBefore, approvedBefore }: CleanupCutoff,
): boolean =>
  firstApprovedAt === null ? uploadDate < uploadedBefore : approvedBefore !== null && firstApprovedAt < approvedBefore

/** When the group is old enough, in milliseconds; undefined for one that stays. */
function oldEnoughAt(
  { firstApprovedAt, uploadDate }: Kept,
  { retentionDays, approvedRetention: approved }: Retention,
): number | undefined {
  if (firstApprovedAt === null) return Date.parse(uploadDate) + retentionDays * dayMs
  return approved && Math.max(Date.parse(firstApprovedAt) + approved.days * dayMs, inForceAt(approved))
}

/** Whole days until the group is old enough, rounded down; negative when overdue (D32). */
export function daysUntilDeletion(group: Kept, retention: Retention, now: Date): number {
  const at = oldEnoughAt(group, retention) ?? Number.POSITIVE_INFINITY
  return Math.floor((at - now.getTime()) / dayMs)
}

/** When the daily cleanup deletes the group, ISO 8601; null for a group that stays. */
export function deletionDateOf(group: Kept, retention: Retention, now: Date): string | null {
  const oldEnough = oldEnoughAt(group, retention)
  return oldEnough === undefined ? null : cleanupTime.next(new Date(Math.max(now.getTime(), oldEnough))).toISOString()
}
