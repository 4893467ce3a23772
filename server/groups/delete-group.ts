import { editorOf } from '#server/domain/approval.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { type CleanupCutoff, deletionDueAt, isDueForCleanup } from '#server/domain/cleanup.ts'
import { digest } from '#server/domain/digest.ts'
import { type Group, groupNotFound } from '#server/domain/group.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { DeletionReason } from '#server/ports/logs/deletion-log.ts'
import type { WithdrawalKind } from '#server/ports/withdrawals/withdrawals.ts'
import { lockGroup } from './change-group.ts'
import { groupFacts, notify } from './notify.ts'
import { filesOf, removeFilesNow } from './remove-files-now.ts'

/** A group for the cleanup, which deletes it only if it is still due when it is locked. */
export interface OverdueGroup {
  readonly groupId: string
  readonly cutoff: CleanupCutoff
}

/** A group of an exhibition whose groups are to be deleted at `dueAt`: not one that was moved, and not when the date was. */
export interface EndedGroup {
  readonly groupId: string
  readonly exhibitionId: number
  readonly dueAt: string
}
type Target = EditableGroup | OverdueGroup | EndedGroup

const isEnded = (target: Target): target is EndedGroup => 'dueAt' in target

interface DeletedGroup {
  readonly imagesDeleted: number
  /** ISO 8601. */
  readonly deletedAt: string
}

type DeletionDeps = Pick<Deps, 'settings' | 'database' | 'files' | 'clock' | 'log'>

const withdrawalOf = {
  user_deletion: 'group_deleted_by_owner',
  admin_moderation_deletion: 'group_deleted_by_admin',
  automatic_cleanup: 'group_deleted_by_cleanup',
  exhibition_ended: 'group_deleted_with_exhibition',
} as const satisfies Record<DeletionReason, WithdrawalKind>

function reasonOf(target: Target): DeletionReason {
  if ('cutoff' in target) return 'automatic_cleanup'
  if (isEnded(target)) return 'exhibition_ended'
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
  deps: Pick<Deps, 'settings' | 'clock'>,
  tx: Transaction,
  target: Target,
): Promise<DeletedGroup & { files: FileName[] }> {
  const { groupId } = target
  const reason = reasonOf(target)
  const group = await lockTarget(tx, target)
  const deletedAt = deps.clock.now().toISOString()
  const { imageCount, files } = await removeGroupRows(tx, group, { reason, deletedAt })
  await tx.withdrawals.add({ kind: withdrawalOf[reason], groupId })
  if (reason === 'user_deletion') {
    await notify(deps, tx, { kind: 'group_deleted', groupId, payload: groupFacts(group, imageCount) })
  }
  return { imagesDeleted: imageCount, deletedAt, files }
}

/** AppError GROUP_NOT_FOUND, also for one that the cleanup no longer has to delete. */
async function lockTarget(tx: Transaction, target: Target): Promise<Group> {
  if (isEnded(target)) return lockEnded(tx, target)
  if (!('cutoff' in target)) return lockGroup(tx, target)
  const group = await tx.groups.lock(target.groupId)
  if (group === undefined || !isDueForCleanup(group, target.cutoff)) throw groupNotFound()
  return group
}

/** The exhibition first, as everywhere. AppError GROUP_NOT_FOUND. */
async function lockEnded(tx: Transaction, { groupId, exhibitionId, dueAt }: EndedGroup): Promise<Group> {
  const exhibition = await tx.exhibitions.lock(exhibitionId)
  const group = await tx.groups.lock(groupId)
  const isDue = exhibition !== undefined && deletionDueAt(exhibition) === dueAt
  if (group === undefined || !isDue || group.exhibitionId !== exhibitionId) throw groupNotFound()
  return group
}

/**
 * Removes a locked group from the rows: takedowns outlive it, its texts leave the logs (D48, D78), the deletion log has
 * its entry, and the removal of its files is planned. Returns how many images it had, and their files.
 */
export async function removeGroupRows(
  tx: Transaction,
  { groupId, exhibitionId, year, uploadDate, managementToken }: Group,
  { reason, deletedAt }: { reason: DeletionReason; deletedAt: string },
): Promise<{ imageCount: number; files: FileName[] }> {
  const images = await tx.images.ofGroup(groupId)
  const files = filesOf(images)
  await tx.takedowns.outliveGroup(groupId, {
    at: deletedAt,
    live: reason !== 'automatic_cleanup' && reason !== 'exhibition_ended',
  })
  await tx.removalRequests.closeOfGroup(groupId, deletedAt)
  await tx.groups.remove(groupId)
  await tx.formerTokens.add(digest(managementToken), deletedAt)
  await tx.auditLog.removeTexts(groupId)
  await tx.notifications.removeOfGroup(groupId)
  await tx.deletionLog.add({
    groupId,
    exhibitionId,
    year,
    imageCount: images.length,
    uploadDate,
    deletedAt,
    reason,
    totalFileSize: images.reduce((bytes, { fileSize }) => bytes + fileSize, 0),
  })
  await tx.fileRemovals.plan(files, 0)
  return { imageCount: images.length, files }
}
