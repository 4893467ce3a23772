import type { Group } from './group.ts'

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
