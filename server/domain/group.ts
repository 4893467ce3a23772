import type { GroupTexts } from '#contract/group-texts.ts'
import type { LastApproved, OwnerChange } from '#contract/shapes.ts'
import { AppError } from './errors.ts'

/** A group as it is stored. Timestamps are ISO 8601 in UTC with milliseconds. */
export interface Group extends GroupTexts {
  readonly groupId: string
  readonly year: number
  readonly uploadDate: string
  /** The earliest capture date of its images. */
  readonly captureDate: string | null
  readonly isApproved: boolean
  /** When it was approved first; null for a group that never was, which the cleanup deletes. */
  readonly firstApprovedAt: string | null
  /** What the owner changed after the last approval, each kind once; empty for a group never approved (D21). */
  readonly changesSinceApproval: readonly OwnerChange[]
  /** What it was before the first of these changes; null without one, and where an older release noted them. */
  readonly lastApproved: LastApproved | null
  readonly displayInWorkshop: boolean
  /** When the consent to the display was given; null when it was never asked. */
  readonly consentTimestamp: string | null
  /** When the consent to the display was withdrawn; null while it is given or was never asked. */
  readonly workshopRevokedTimestamp: string | null
  readonly managementToken: string
  /** Opaque; changes with everything that the feed would show: images, their order, texts, captions (D44). */
  readonly contentRevision: string
  /** The moderators' words to the owner (D73). */
  readonly moderationNote: string | null
}

/** The group is no longer what the caller has seen (D44). */
export const groupChanged = (groupId: string): AppError =>
  new AppError('GROUP_CHANGED', 'The group has changed since it was loaded; look at it again', { details: { groupId } })

/** The same text whatever is missing: a wrong token, a deleted group (D18). */
export const groupNotFound = (): AppError => new AppError('GROUP_NOT_FOUND', 'The group does not exist')

/**
 * What a group must be for the public to see it: approved, and the consent to the display not withdrawn (D16). The
 * database selects by the same definition.
 */
export const publicState = {
  isApproved: true,
  workshopRevokedTimestamp: null,
} as const satisfies Partial<Group>

/** Whether the public sees the group. Of its images it sees those that are not hidden (D71). */
export const isPublic = (group: Pick<Group, keyof typeof publicState>): boolean =>
  group.isApproved === publicState.isApproved && group.workshopRevokedTimestamp === publicState.workshopRevokedTimestamp
