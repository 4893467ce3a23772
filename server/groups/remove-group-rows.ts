import { digest } from '#server/domain/digest.ts'
import type { Group } from '#server/domain/group.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { DeletionReason } from '#server/ports/logs/deletion-log.ts'
import { filesOf } from './remove-files-now.ts'

/**
 * Removes a locked group from the rows: takedowns outlive it, its texts leave the logs (D48, D78), the deletion log has
 * its entry, and the removal of its files is planned. Returns how many images it had, and their files.
 */
export async function removeGroupRows(
  tx: Transaction,
  { groupId, year, uploadDate, managementToken }: Group,
  { reason, deletedAt }: { reason: DeletionReason; deletedAt: string },
): Promise<{ imageCount: number; files: FileName[] }> {
  const images = await tx.images.ofGroup(groupId)
  const files = filesOf(images)
  await tx.takedowns.outliveGroup(groupId, { at: deletedAt, live: reason !== 'automatic_cleanup' })
  await tx.removalRequests.closeOfGroup(groupId, deletedAt)
  await tx.groups.remove(groupId)
  await tx.formerTokens.add(digest(managementToken), deletedAt)
  await tx.auditLog.removeTexts(groupId)
  await tx.notifications.removeOfGroup(groupId)
  await tx.deletionLog.add({
    groupId,
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
