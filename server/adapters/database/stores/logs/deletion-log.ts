import type { StoreContext } from '#server/adapters/database/stores/context.ts'
import { idRanges } from '#server/adapters/database/stores/id-ranges.ts'
import type { DeletionLogWrites } from '#server/ports/logs/deletion-log.ts'

function deletionEntries({ db }: StoreContext): Omit<DeletionLogWrites, 'totals'> {
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

    async latest(limit, before) {
      const rows = await db
        .selectFrom('deletion_log')
        .selectAll()
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute()
      return rows.map((row) => ({
        id: row.id,
        groupId: row.group_id,
        year: row.year,
        imageCount: row.image_count,
        uploadDate: row.upload_date,
        deletedAt: row.deleted_at,
        reason: row.deletion_reason,
        totalFileSize: Number(row.total_file_size),
      }))
    },
  }
}

const deletionTotals = ({ db }: StoreContext): Pick<DeletionLogWrites, 'totals'> => ({
  async totals() {
    const totals = { groups: 0, images: 0, bytes: 0 }
    for await (const range of idRanges(db, 'deletion_log')) {
      const row = await db
        .selectFrom('deletion_log')
        .select(({ fn }) => [
          fn.countAll().as('groups'),
          fn.sum('image_count').as('images'),
          fn.sum('total_file_size').as('bytes'),
        ])
        .where(range)
        .executeTakeFirstOrThrow()
      totals.groups += Number(row.groups)
      totals.images += Number(row.images)
      totals.bytes += Number(row.bytes)
    }
    return totals
  },
})

export const deletionLogStore = (context: StoreContext): DeletionLogWrites => ({
  ...deletionEntries(context),
  ...deletionTotals(context),
})
