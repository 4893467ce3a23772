import type { Group } from '#server/domain/group.ts'
import type { Transaction } from '#server/ports/database.ts'

/** The revisions of a group before and after a change: they distinguish the caller's own change from changes by others (D44). */
export interface Revisions {
  readonly previousRevision: string
  readonly revision: string
}

/** `before` is the group as the transaction locked it. */
export async function revisionsSince(tx: Transaction, before: Group): Promise<Revisions> {
  const { contentRevision: previousRevision } = before
  const now = await tx.groups.find(before.groupId)
  return { previousRevision, revision: now?.contentRevision ?? previousRevision }
}

export interface GroupRevisions extends Revisions {
  readonly groupId: string
}

/** For a request that can change several groups: one entry, none when the group was deleted. */
export async function groupRevisionsSince(tx: Transaction, before: Group): Promise<GroupRevisions[]> {
  const { groupId, contentRevision: previousRevision } = before
  const now = await tx.groups.find(groupId)
  return now ? [{ groupId, previousRevision, revision: now.contentRevision }] : []
}
