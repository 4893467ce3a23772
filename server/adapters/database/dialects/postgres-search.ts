import { type SqlBool, sql } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'

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

/** A GIN index over trigrams that needs no extension: not every server has one or lets the service add it. */
export const postgresSearch: Pick<Engine, 'createSearchIndex' | 'search'> = {
  async createSearchIndex(db) {
    await sql`create function search_trigrams(text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(distinct substr($1, start, 3)), '{}')
      from generate_series(1, length($1) - 2) start
    $$`.execute(db)
    await sql`create index group_search_trigrams on group_search using gin (search_trigrams(search_text))`.execute(db)
  },
  search: {
    // `offset 0`: on its own. The planner would rather look at every group of a filter.
    indexed: (terms) =>
      sql`from (
          select group_id from group_search
          where search_trigrams(group_search.search_text) @> ${[...new Set(terms.flatMap(trigramsOf))]}::text[]
            and ${direct(terms)}
          offset 0
        ) as found
        inner join groups on groups.group_id = found.group_id
        where true`,
    direct,
  },
}
