import type * as contract from '#contract/social-media/takedowns.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'

/** An order to take down what was posted: the consent was revoked, or the photos were deleted. */
export interface Takedown extends Readonly<Omit<contract.Takedown, 'done' | 'doneTimestamp' | 'doneBy'>> {
  /** When the consent was revoked or the photos were deleted; null where a migration brought no time. */
  readonly revokedTimestamp: string | null
  /** null until an admin has confirmed that the post is gone. */
  readonly takenDown: { readonly at: string; readonly by: string | null } | null
}

export interface TakedownFilter {
  /** Of deleted groups, too. */
  readonly scope: GroupScope
  readonly groupId?: string | undefined
  /** Those that are done, or only the others. */
  readonly done?: boolean | undefined
}

export interface TakedownReads {
  /** Newest first. */
  list(filter: TakedownFilter): Promise<Takedown[]>
  /** The same in parts. One whose group is deleted meanwhile can come twice. */
  walk(filter: TakedownFilter): AsyncIterable<Takedown[]>
  /** Those that are open and were ordered before the time, ISO 8601. */
  openBefore(time: string): Promise<{ readonly count: number; readonly oldestAt: string | null }>
  find(takedownId: string, scope: GroupScope): Promise<Takedown | undefined>
  /** By id. */
  postings(groupId: string): Promise<contract.Posting[]>
  /** Of several groups on one platform, by id. */
  postingsOf(groupIds: readonly string[], platformId: number): Promise<contract.Posting[]>
}

export interface TakedownWrites extends TakedownReads {
  addPosting(posting: Omit<contract.Posting, 'id'>): Promise<contract.Posting>
  /** Marks a takedown as done, unless it is already; null opens it again. */
  mark(takedownId: string, by: { readonly at: string; readonly username: string } | null): Promise<void>
  /**
   * Keeps the open takedowns of a group that is about to be deleted, and, with `live`, orders one for each platform whose
   * consent is in force. Nothing personal is kept (D78).
   */
  outliveGroup(groupId: string, deletion: { readonly at: string; readonly live: boolean }): Promise<void>
  /** Orders the takedown of the posts that show an image which is to be seen no longer, or not like this; of each post once. */
  orderForImage(groupId: string, order: { readonly imageId: number; readonly at: string }): Promise<void>
}
