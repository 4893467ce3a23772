import type { SystemOverview } from '#contract/overview.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'

/** How many on a day, `YYYY-MM-DD` in UTC. */
export interface DayCount {
  readonly day: string
  readonly count: number
}

/** Bytes of originals uploaded on a day that still exist. */
export interface DayBytes {
  readonly day: string
  readonly bytes: number
}

export interface OverviewTotals {
  readonly images: number
  /** Of the originals. */
  readonly bytes: number
  /** Of the originals of each day since `since`. */
  readonly bytesPerDay: readonly DayBytes[]
  /** Deleted groups included. */
  readonly uploads: readonly DayCount[]
  /** First approvals of groups that still exist. */
  readonly approvals: readonly DayCount[]
  readonly deletions: readonly DayCount[]
  /** At any time. */
  readonly hasDeleted: boolean
  /** Groups whose consent to the display is in force. */
  readonly workshopConsents: number
  readonly platformConsents: readonly SystemOverview['consents']['platforms'][number][]
}

/** What is waiting for the work in the background. */
export interface Backlog {
  /** Files that are due to be removed. */
  readonly fileRemovals: number
  readonly notifications: number
  /** When the oldest notification was queued, ISO 8601; null without any. */
  readonly oldestNotification: string | null
  /** In force. */
  readonly bans: number
}

/** Totals over the groups of a scope, and over everything. */
export interface OverviewReads {
  /** Days from `since` on, ISO 8601. */
  totals(scope: GroupScope, since: string): Promise<OverviewTotals>
  /** Looks at every image. */
  stored(scope: GroupScope): Promise<Pick<OverviewTotals, 'images' | 'bytes'>>
  /** `now` in ISO 8601. */
  backlog(now: string): Promise<Backlog>
  /** The last step of the schema if a newer release has taken it while this one runs (D93), else null. */
  newerSchema(): Promise<string | null>
}
