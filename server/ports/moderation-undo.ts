import type { PublishedTexts } from '#contract/texts/image-texts.ts'
import type { Group, Image } from '#server/domain/group.ts'

/** All that a step of the moderation can change about a group, and what it showed (D44). */
export interface ModerationState
  extends Pick<
    Group,
    'isApproved' | 'firstApprovedAt' | 'changesSinceApproval' | 'lastApproved' | 'moderationNote' | 'contentRevision'
  > {
  /** By id. */
  readonly images: readonly Pick<
    Image,
    'id' | keyof PublishedTexts | 'hiddenReason' | 'moderationNote' | 'exifDateTaken'
  >[]
}

export interface ModerationStep {
  readonly undoId: string
  readonly groupId: string
  readonly before: ModerationState
  readonly after: ModerationState
  /** ISO 8601. */
  readonly createdAt: string
}

/** What steps of the moderation replaced, for their undo. Deleted with its group. */
export interface ModerationUndo {
  add(step: ModerationStep): Promise<void>
  /** Of the steps of one request, in the order of `take`. */
  groupIds(undoId: string): Promise<string[]>
  /** The steps of one request by group id, each only once: they are removed. */
  take(undoId: string): Promise<ModerationStep[]>
  /** Steps that left the group at a revision have left it at another one, which shows the same. */
  continueFrom(groupId: string, revisions: { readonly before: string; readonly now: string }): Promise<void>
  /** Removes what is older than the time, ISO 8601. */
  purge(before: string): Promise<void>
}
