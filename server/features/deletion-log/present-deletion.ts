import type * as contract from '#contract/deletion-log.ts'
import type { DeletionLogEntry } from '#server/ports/deletion-log.ts'

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

const units = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes with the largest unit that keeps the number at 1 or above: `0 B`, `1.5 KB`, `2048 GB`. A KB has 1,024 bytes. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const rounded = Number((bytes / 1_024 ** power).toFixed(power === 0 ? 0 : 2))
  return rounded === 1_024 && power < units.length - 1 ? `1 ${units[power + 1]}` : `${rounded} ${units[power]}`
}
