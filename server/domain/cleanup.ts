import type { Exhibition } from './exhibition.ts'
import type { Group } from './group.ts'
import { cleanupTime } from './time/daily.ts'

const dayMs = 24 * 60 * 60_000

/** How long approved groups are kept (D75). */
interface ApprovedRetention {
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

/** When the group is old enough, in milliseconds; never for one that stays. */
function oldEnoughAt(
  { firstApprovedAt, uploadDate }: Kept,
  { retentionDays, approvedRetention: approved }: Retention,
): number {
  if (firstApprovedAt === null) return Date.parse(uploadDate) + retentionDays * dayMs
  if (approved === undefined) return Number.POSITIVE_INFINITY
  return Math.max(Date.parse(firstApprovedAt) + approved.days * dayMs, inForceAt(approved))
}

/** Whole days until the group is old enough, rounded down; negative when overdue (D32). */
export const daysUntilDeletion = (group: Kept, retention: Retention, now: Date): number =>
  Math.floor((oldEnoughAt(group, retention) - now.getTime()) / dayMs)

type Ending = Pick<Exhibition, 'endsAt' | 'deletedAfterDays'>

/** What decides when a group is deleted; without an exhibition that one does not. */
interface Keeping extends Retention {
  readonly exhibition?: Ending | undefined
}

/** When the daily cleanup deletes the group, ISO 8601; null for a group that stays. */
export function deletionDateOf(group: Kept, { exhibition, ...retention }: Keeping, now: Date): string | null {
  const dueAt = exhibition && deletionDueAt(exhibition)
  const oldEnough = Math.min(oldEnoughAt(group, retention), dueAt ? Date.parse(dueAt) : Number.POSITIVE_INFINITY)
  if (oldEnough === Number.POSITIVE_INFINITY) return null
  return cleanupTime.next(new Date(Math.max(now.getTime(), oldEnough))).toISOString()
}

/** From then on the cleanup deletes the groups of an exhibition, ISO 8601; null: they stay (D85). */
export const deletionDueAt = ({ endsAt, deletedAfterDays: days }: Ending): string | null =>
  endsAt === null || days === null ? null : new Date(Date.parse(endsAt) + days * dayMs).toISOString()

/** When the cleanup deletes the groups of an exhibition whose team is told now: a day later at the earliest. */
export const exhibitionDeletionAt = (dueAt: string, now: Date): Date =>
  cleanupTime.next(new Date(Math.max(Date.parse(dueAt), now.getTime() + dayMs) - 1))

/** Whether the team is to be told by now: seven days before, an hour before which the daily warning comes. */
export const isDeletionNear = (dueAt: string, now: Date): boolean =>
  exhibitionDeletionAt(dueAt, now).getTime() - 8 * dayMs <= now.getTime()

/** The deletion that the team was told of, and when; ISO 8601. */
export interface ToldDeletion {
  readonly dueAt: string
  readonly toldAt: string
}

/** The team knows of this very date for a day; another date is told anew. */
export const isDeletionDue = (exhibition: Ending, told: ToldDeletion | undefined, now: Date): boolean => {
  const dueAt = deletionDueAt(exhibition)
  if (dueAt === null || told?.dueAt !== dueAt || Date.parse(dueAt) > now.getTime()) return false
  return Date.parse(told.toldAt) + dayMs <= now.getTime()
}
