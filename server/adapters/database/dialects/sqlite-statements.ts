import type Database from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'
import { LRUCache } from 'lru-cache'

const maxStatements = 300
/** A longer one has a list of values in it and rarely comes again. */
const maxLength = 5_000
const changesTables = /^\s*(alter|create|drop)\s/i

/** What Kysely uses of a connection. It prepares each statement once and takes it again for the same SQL. */
export function cacheStatements(connection: Database.Database): SqliteDatabase {
  const statements = new LRUCache<string, Database.Statement>({ max: maxStatements })
  return {
    prepare(source) {
      const kept = statements.get(source)
      // A statement whose rows are still being read cannot run a second time.
      if (kept && !kept.busy) return kept
      // A kept `select *` knows the columns from before.
      if (changesTables.test(source)) statements.clear()
      const statement = connection.prepare(source)
      if (source.length <= maxLength) statements.set(source, statement)
      return statement
    },
    close: () => connection.close(),
  }
}
