import type { LastApproved, OwnerChange } from '#contract/shapes.ts'
import { textsOf } from '#contract/texts/group-texts.ts'
import { fromPublished } from '#contract/texts/image-texts.ts'
import { approvalAfter, editorOf } from '#server/domain/approval.ts'
import { type EditableGroup, isModerated } from '#server/domain/caller.ts'
import { type Group, groupNotFound } from '#server/domain/group.ts'
import { isInScope, scopeOf } from '#server/domain/group-scope.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { GroupPatch } from '#server/ports/group-store.ts'

/** For moderators of other exhibitions it does not exist (D84), nor for a link that was renewed after its check (D73). */
function seenBy(target: EditableGroup, group: Group | undefined): Group {
  const isSeen = isModerated(target)
    ? isInScope(scopeOf(target.moderator), group?.exhibitionId)
    : target.managementToken === group?.managementToken
  if (group === undefined || !isSeen) throw groupNotFound()
  return group
}

/** Reads the group and keeps others from changing it until the transaction ends. AppError GROUP_NOT_FOUND. */
export const lockGroup = async (tx: Transaction, target: EditableGroup): Promise<Group> =>
  seenBy(target, await tx.groups.lock(target.groupId))

/**
 * Writes only when something differs: copies of an unchanged group stay valid. No restore gives back an approval that
 * ends, also by an owner's change: the backup has the texts and photos from before it (D49).
 */
export async function patchGroup(tx: Transaction, groupId: string, patch: GroupPatch): Promise<void> {
  if (Object.keys(patch).length > 0) await tx.groups.update(groupId, patch)
  if (patch.isApproved === false) await tx.withdrawals.add({ kind: 'approval_withdrawn', groupId })
}

/** AppError GROUP_NOT_FOUND. */
export const findGroup = async ({ database }: Pick<Deps, 'database'>, target: EditableGroup): Promise<Group> =>
  seenBy(target, await database.groups.find(target.groupId))

/**
 * Read before a change is written, and stored with it: what becomes of the approval, and the current state of the group when its
 * owner changes it for the first time since. What moderators changed until then counts as known.
 */
export async function approvalPatch(
  tx: Transaction,
  group: Group,
  { target, ...made }: { target: EditableGroup; change: OwnerChange; changed?: boolean },
): Promise<GroupPatch> {
  const patch = approvalAfter(group, { ...made, by: editorOf(target) })
  return patch.changesSinceApproval?.length === 1 ? { ...patch, lastApproved: await stateOf(tx, group) } : patch
}

async function stateOf(tx: Transaction, group: Group): Promise<LastApproved> {
  const images = await tx.images.ofGroup(group.groupId)
  const consents = await tx.consents.ofGroup(group.groupId)
  return {
    ...textsOf(group),
    year: group.year,
    display_in_workshop: group.displayInWorkshop && group.workshopRevokedTimestamp === null,
    platformIds: consents.filter(({ consented, revoked }) => consented && !revoked).map(({ platformId }) => platformId),
    // What a moderator saw last (D45).
    images: images.map((image) => ({ imageId: image.id, ...fromPublished(image) })),
  }
}

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
