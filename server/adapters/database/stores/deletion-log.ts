import type { DeletionLogWrites } from '#server/ports/deletion-log.ts'
import type { StoreContext } from './context.ts'

export function deletionLogStore({ db }: StoreContext): DeletionLogWrites {
  return {
    async add(entry) {
      await db
        .insertInto('deletion_log')
        .values({
          group_id: entry.groupId,
          year: entry.year,
          image_count: entry.imageCount,
          upload_date: entry.uploadDate,
          deleted_at: entry.deletedAt,
          deletion_reason: entry.reason,
          total_file_size: entry.totalFileSize,
        })
        .execute()
    },
  }
}
