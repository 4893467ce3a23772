import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'

/** If more rows than these match, reading the texts finds the first thousand sooner. */
const maxExpectedRows = 5_000

/** All parts of three characters, as the function of the index finds them. */
function trigramsOf(term: string): string[] {
  const characters = [...term]
  return characters.slice(2).map((_, start) => characters.slice(start, start + 3).join(''))
}

const direct = (terms: readonly string[]) =>
  sql<SqlBool>`${sql.join(
    terms.map((term) => sql`strpos(group_search.search_text, ${term}) > 0`),
    sql` and `,
  )}`

/** As the planner estimates. Where it expects many, it makes the trigrams of every text instead of reading the index. */
async function expectedRows(db: Kysely<Tables>, condition: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from group_search where ${condition}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** A GIN index over trigrams that needs no extension: not every server has one or lets the service add it. */
export const postgresSearch: Pick<Engine, 'createSearchIndex' | 'clearSearch' | 'search'> = {
  async createSearchIndex(db) {
    await sql`create function search_trigrams(text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct substr($1, start, 3)), '{}')
      from generate_series(1, length($1) - 2) start
    $$`.execute(db)
    await sql`create index group_search_trigrams on group_search using gin (search_trigrams(search_text))`.execute(db)
  },
  async clearSearch(db) {
    await db.deleteFrom('group_search').execute()
  },
  search: {
    async indexed(db, terms) {
      const trigrams = [...new Set(terms.flatMap(trigramsOf))]
      const containing = sql<SqlBool>`search_trigrams(group_search.search_text) @> ${trigrams}::text[]`
      if ((await expectedRows(db, containing)) > maxExpectedRows) return undefined
      // `offset 0`: evaluated separately. Otherwise the planner would read every group of a filter.
      return sql`from (select group_id from group_search where ${containing} and ${direct(terms)} offset 0) as found
        inner join groups on groups.group_id = found.group_id
        where true`
    },
    direct,
  },
}
