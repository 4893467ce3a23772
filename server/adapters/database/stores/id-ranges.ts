import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'

/** Read in some milliseconds. */
const idsAtOnce = 20_000

/** Conditions that divide a table by its ids: other requests run between the parts of a sum over all rows. */
export async function* idRanges(
  db: Kysely<Tables>,
  table: 'images' | 'deletion_log',
): AsyncGenerator<RawBuilder<SqlBool>> {
  const newest = db.selectFrom(table).select(({ fn }) => fn.max('id').as('id'))
  const last = Number((await newest.executeTakeFirst())?.id ?? 0)
  for (let from = 0; from < last; from += idsAtOnce) {
    yield sql<SqlBool>`id > ${from} and id <= ${from + idsAtOnce}`
    await setImmediate()
  }
}
