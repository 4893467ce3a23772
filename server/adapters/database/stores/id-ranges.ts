import { setImmediate } from 'node:timers/promises'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'

/** Read in some milliseconds. */
const idsAtOnce = 20_000

/** Conditions that divide a table by its ids: other requests run between the parts of a read of all rows. */
export async function* idRanges(
  db: Kysely<Tables>,
  table: 'images' | 'deletion_log' | 'management_audit_log',
): AsyncGenerator<RawBuilder<SqlBool>> {
  const newest = db.selectFrom(table).select(({ fn }) => fn.max('id').as('id'))
  const parts = Math.ceil(Number((await newest.executeTakeFirst())?.id ?? 0) / idsAtOnce)
  for (let part = 0; part < parts; part++) {
    const from = part * idsAtOnce
    yield sql<SqlBool>`id > ${from} and id <= ${from + idsAtOnce}`
    await setImmediate()
  }
}
