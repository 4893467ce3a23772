import type { Deps } from '#server/deps.ts'
import { editorOf } from '#server/domain/approval.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { isDueForCleanup } from '#server/domain/cleanup.ts'
import { digest } from '#server/domain/digest.ts'
import { type Group, groupNotFound } from '#server/domain/group.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { DeletionReason } from '#server/ports/deletion-log.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import { lockGroup } from './lock-group.ts'
import { groupFacts, notify } from './notify.ts'
import { filesOf, removeFilesNow } from './remove-files-now.ts'

/** A group for the cleanup, which deletes it only if it is still due when it is locked. */
export interface OverdueGroup {
  readonly groupId: string
  readonly cleanupCutoff: string
}
type Target = EditableGroup | OverdueGroup

export interface DeletedGroup {
  readonly group: Group
  readonly imagesDeleted: number
  /** ISO 8601. */
  readonly deletedAt: string
}

type DeletionDeps = Pick<Deps, 'config' | 'database' | 'files' | 'clock' | 'log'>

function reasonOf(target: Target): DeletionReason {
  if ('cleanupCutoff' in target) return 'automatic_cleanup'
  return editorOf(target) === 'owner' ? 'user_deletion' : 'admin_moderation_deletion'
}

/**
 * Deletes a group for good: one transaction removes its rows, adds the deletion-log entry and plans the removal of its
 * files; then the files go. After a crash in between the job that removes planned files finishes it (D34).
 * AppError GROUP_NOT_FOUND.
 */
export async function deleteGroup(deps: DeletionDeps, target: Target): Promise<DeletedGroup> {
  const { files, ...deleted } = await deps.database.transaction((tx) => deleteGroupRows(deps, tx, target))
  await removeFilesNow(deps, files)
  return deleted
}

/** The transaction's part of `deleteGroup`; after its commit `files` go with `removeFilesNow`. AppError GROUP_NOT_FOUND. */
export async function deleteGroupRows(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Transaction,
  target: Target,
): Promise<DeletedGroup & { files: FileName[] }> {
  const { groupId } = target
  const reason = reasonOf(target)
  const group = await lockGroup(tx, groupId)
  if ('cleanupCutoff' in target && !isDueForCleanup(group, target.cleanupCutoff)) throw groupNotFound()
  const images = await tx.images.ofGroup(groupId)
  const files = filesOf(images)
  const deletedAt = deps.clock.now().toISOString()
  await tx.takedowns.outliveGroup(groupId, { at: deletedAt, live: reason !== 'automatic_cleanup' })
  await tx.groups.remove(groupId)
  await tx.formerTokens.add(digest(group.managementToken), deletedAt)
  await tx.auditLog.removeTexts(groupId)
  await tx.notifications.removeOfGroup(groupId)
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
  return { group, imagesDeleted: images.length, deletedAt, files }
}
