import type { Group } from './group.ts'
import { cleanupTime } from './time/daily.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Never-approved groups uploaded before this time are deleted by a cleanup at `now`. "Older than 7 days": a group of
 * exactly that age stays (specification, item 5; D33).
 */
export const cleanupCutoff = (now: Date, retentionDays: number): string =>
  new Date(now.getTime() - retentionDays * dayMs).toISOString()

/** Never approved means never: a group that lost its approval stays (D33). */
export const isDueForCleanup = (group: Pick<Group, 'firstApprovedAt' | 'uploadDate'>, cutoff: string): boolean =>
  group.firstApprovedAt === null && group.uploadDate < cutoff

interface Retention {
  readonly now: Date
  readonly retentionDays: number
}

/** Whole days until the group is old enough, rounded down; negative when overdue (D32). */
export const daysUntilDeletion = (uploadDate: string, { now, retentionDays }: Retention): number =>
  Math.floor((Date.parse(uploadDate) - now.getTime()) / dayMs + retentionDays)

/** When the daily cleanup deletes the group, ISO 8601; null for a group that was approved once. */
export function deletionDateOf(
  group: Pick<Group, 'firstApprovedAt' | 'uploadDate'>,
  { now, retentionDays }: Retention,
): string | null {
  if (group.firstApprovedAt !== null) return null
  const oldEnough = Date.parse(group.uploadDate) + retentionDays * dayMs
  return cleanupTime.next(new Date(Math.max(now.getTime(), oldEnough))).toISOString()
}
