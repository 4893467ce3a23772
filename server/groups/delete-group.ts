import type { Deps } from '#server/deps.ts'
import { type Group, groupNotFound } from '#server/domain/group.ts'
import type { Alongside, Transaction } from '#server/ports/database.ts'
import type { DeletionReason } from '#server/ports/deletion-log.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { lockGroup } from './lock-group.ts'
import { groupFacts, notify } from './notify.ts'
import { filesOf, removeFilesNow } from './remove-files-now.ts'

export interface GroupDeletion {
  readonly groupId: string
  readonly reason: DeletionReason
  /** Asked under the lock: a group that no longer qualifies counts as not found. */
  readonly onlyIf?: (group: Group) => boolean
  readonly alongside?: Alongside | undefined
}

export interface DeletedGroup {
  readonly group: Group
  readonly imagesDeleted: number
  /** ISO 8601. */
  readonly deletedAt: string
}

type DeletionDeps = Pick<Deps, 'config' | 'database' | 'files' | 'clock' | 'log'>

/**
 * Deletes a group for good: one transaction removes its rows, adds the deletion-log entry and plans the removal of its
 * files; then the files go. After a crash in between the job that removes planned files finishes it (D34).
 * AppError GROUP_NOT_FOUND.
 */
export async function deleteGroup(deps: DeletionDeps, deletion: GroupDeletion): Promise<DeletedGroup> {
  const { files, ...deleted } = await deps.database.transaction((tx) => deleteGroupRows(deps, tx, deletion))
  await removeFilesNow(deps, files)
  return deleted
}

/** The transaction's part of `deleteGroup`; after its commit `files` go with `removeFilesNow`. AppError GROUP_NOT_FOUND. */
export async function deleteGroupRows(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Transaction,
  { groupId, reason, onlyIf, alongside }: GroupDeletion,
): Promise<DeletedGroup & { files: FileName[] }> {
  const group = await lockGroup(tx, groupId)
  if (onlyIf?.(group) === false) throw groupNotFound()
  const images = await tx.images.ofGroup(groupId)
  const files = filesOf(images)
  const deletedAt = deps.clock.now().toISOString()
  await tx.groups.remove(groupId)
  await tx.deletionLog.add({
    groupId,
    year: group.year,
    imageCount: images.length,
    uploadDate: group.uploadDate,
    deletedAt,
    reason,
    totalFileSize: images.reduce((bytes, { fileSize }) => bytes + fileSize, 0),
  })
  await tx.fileRemovals.plan(files, 0)
  if (reason === 'user_deletion') {
    await notify(deps, tx, { kind: 'group_deleted', groupId, payload: groupFacts(group, images.length) })
  }
  await alongside?.(tx)
  return { group, imagesDeleted: images.length, deletedAt, files }
}
