import type { Decision } from '#contract/live-updates.ts'

/** A committed change of groups. */
export interface ContentChange {
  /** Empty when there are too many to name. */
  readonly groupIds: readonly string[]
  /** Who of the team made it, as in the log of admins; null for owners and the service. */
  readonly by: string | null
  readonly decision: Decision | null
}

/** Follows the changes of groups, so that copies in memory are never stale, whichever replica made the change. */
export interface ContentChanges {
  /** Grows with every change of a group. Not a promise where it is known without asking. */
  version(): number | Promise<number>
  /** The groups changed or deleted after `version`, once each; none for a negative one: an empty copy has nothing to follow. */
  since(version: number): Promise<{ version: number; groupIds: string[] }>
  /**
   * Calls `listener` after each change by any process, usually at once, in an outage of the connection that tells of them
   * within a second or two; then without saying by whom. A change can be reported twice. Returns what ends it.
   */
  follow(listener: (change: ContentChange) => void): () => void
}
