import { toColumns } from '#server/adapters/database/columns.ts'
import { idRanges } from '#server/adapters/database/stores/id-ranges.ts'
import { inScope } from '#server/adapters/database/stores/in-scope.ts'
import { all, run, type StoreContext } from '#server/adapters/database/stores/queries.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { DeletionLogWrites } from '#server/ports/logs/deletion-log.ts'

export function deletionLogStore({ db }: StoreContext): DeletionLogWrites {
  return {
    add: ({ reason, ...entry }) =>
      run(db.insertInto('deletion_log').values({ ...toColumns(entry), deletion_reason: reason })),

    latest(scope, limit, before) {
      const entries = db
        .selectFrom('deletion_log')
        .selectAll()
        .$call(inScope(scope, 'exhibition_id'))
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
      return all(entries, ({ deletion_reason: reason, ...row }) => ({ ...camelCased(row), reason }))
    },

    lastId: async () =>
      (await db.selectFrom('deletion_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0,

    async totals(scope) {
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
          .$call(inScope(scope, 'exhibition_id'))
          .executeTakeFirstOrThrow()
        totals.groups += Number(row.groups)
        totals.images += Number(row.images)
        totals.bytes += Number(row.bytes)
      }
      return totals
    },
  }
}
