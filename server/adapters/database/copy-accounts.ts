import { copiedTables } from './copied-tables.ts'
import { copyTable } from './copy-rows.ts'
import type { Engine } from './engine.ts'

const tables = copiedTables.filter(({ table }) => ['admin_users', 'second_factors', 'recovery_codes'].includes(table))

/** Gives `target` the accounts of `source`, their passwords and second factors, in place of its own; sessions end. */
export async function copyAccounts(source: Engine, target: Engine): Promise<void> {
  await target.db.transaction().execute(async (writing) => {
    for (const table of ['sessions', 'auth_challenges', ...tables.map(({ table }) => table).toReversed()] as const) {
      await writing.deleteFrom(table).execute()
    }
    for (const table of tables) {
      await copyTable(source.db, writing, table)
      if (!table.identity) continue
      const last = await source.lastIdentity(source.db, table.table)
      await target.setIdentity(writing, { table: table.table, last })
    }
  })
}
