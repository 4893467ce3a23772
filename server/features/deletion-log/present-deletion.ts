import type * as contract from '#contract/deletion-log.ts'
import type { DeletionLogEntry } from '#server/ports/logs/deletion-log.ts'

export const presentDeletion = (entry: DeletionLogEntry & { readonly id: number }): contract.DeletionLogEntry => ({
  id: entry.id,
  group_id: entry.groupId,
  year: entry.year,
  image_count: entry.imageCount,
  upload_date: entry.uploadDate,
  deleted_at: entry.deletedAt,
  deletion_reason: entry.reason,
  total_file_size: entry.totalFileSize,
})
