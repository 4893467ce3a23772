import type { OwnerChange } from '#contract/shapes.ts'
import type { Group } from './group.ts'

type Noted = Pick<Group, 'changedSinceApproval' | 'changesSinceApproval'>

/** What to write when the owner has changed the group; nothing for a group that was never approved (D21). */
export const afterOwnerChange = (group: Group, change: OwnerChange): Noted | Record<string, never> =>
  group.firstApprovedAt === null
    ? {}
    : { changedSinceApproval: true, changesSinceApproval: [...new Set([...group.changesSinceApproval, change])] }

/** What to write when an admin has approved the group: the changes so far are seen. */
export const afterApproval: Noted = { changedSinceApproval: false, changesSinceApproval: [] }
