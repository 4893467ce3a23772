import type { Decision } from '#contract/live-updates.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'

/** A committed change of groups. */
export interface ContentChange {
  /** Empty when there are too many to name. */
  readonly groupIds: readonly string[]
  /** The user who made it, as in the log of admins; null for owners and the service. */
  readonly by: string | null
  readonly decision: Decision | null
  /** The exhibitions that groups were moved out of. */
  readonly movedFrom: readonly number[] | 'unknown'
}

/** The changes that a copy in memory contains. */
export interface ChangePosition {
  /** The sum of the counters. */
  readonly version: number
  /** Changes that commit at the same time raise different counters; each is numbered by its slot's. */
  readonly counters: ReadonlyMap<number, number>
}

/** The changes of groups by any replica, so that copies in memory are never stale. */
export interface ContentChanges {
  /** Grows with every change of a group. Not a promise where it is known without a query. */
  version(): number | Promise<number>
  /** A number that differs after a change of groups of the scope, and tells nothing about others. */
  versionOf(scope: GroupScope): Promise<number>
  /**
   * The same as `version`; where the database does not answer, the last version that it confirmed within `maxAgeMs`, unless this process
   * knows of a change since.
   */
  recentVersion(maxAgeMs: number): number | Promise<number>
  /** The current position. A copy takes it before its first read. */
  position(): Promise<ChangePosition>
  /** The groups changed or deleted after `position`, once each, and the next position. */
  since(position: ChangePosition): Promise<{ position: ChangePosition; groupIds: string[] }>
  /**
   * Calls `listener` after each change by any process, usually immediately, in an outage of the connection that reports them
   * within a second or two and without the user. A change can be reported twice. Returns a function that ends it.
   */
  subscribe(listener: (change: ContentChange) => void): () => void
  /** Resolves when no later change escapes those who have subscribed, and the user is named where the connection permits. */
  subscribed(): Promise<void>
}
