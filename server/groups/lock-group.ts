import { type Group, groupNotFound } from '#server/domain/group.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { GroupPatch } from '#server/ports/group-store.ts'

/** Reads the group and keeps others from changing it until the transaction ends. AppError GROUP_NOT_FOUND. */
export async function lockGroup(tx: Transaction, groupId: string): Promise<Group> {
  const group = await tx.groups.lock(groupId)
  if (group === undefined) throw groupNotFound()
  return group
}

/** Writes only when something differs: copies of an unchanged group stay valid. */
export async function patchGroup(tx: Transaction, groupId: string, patch: GroupPatch): Promise<void> {
  if (Object.keys(patch).length > 0) await tx.groups.update(groupId, patch)
}
