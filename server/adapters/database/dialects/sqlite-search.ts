import { type SqlBool, sql } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'

const deletedTrigger = sql`create trigger group_search_deleted after delete on group_search begin
    insert into group_search_index (group_search_index, rowid, search_text) values ('delete', old.id, old.search_text);
  end`

const ddl = [
  sql`create virtual table group_search_index using fts5(
    search_text, content='group_search', content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0)`,
  // The texts of deleted groups are overwritten, not only marked as deleted.
  sql`insert into group_search_index (group_search_index, rank) values ('secure-delete', 1)`,
  sql`create trigger group_search_inserted after insert on group_search begin
    insert into group_search_index (rowid, search_text) values (new.id, new.search_text);
  end`,
  deletedTrigger,
  sql`create trigger group_search_updated after update of search_text on group_search begin
    insert into group_search_index (group_search_index, rowid, search_text) values ('delete', old.id, old.search_text);
    insert into group_search_index (rowid, search_text) values (new.id, new.search_text);
  end`,
]

const phrase = (term: string) => `"${term.replaceAll('"', '""')}"`

/** FTS5 over trigrams: a phrase is any part of the text. */
export const sqliteSearch: Pick<Engine, 'createSearchIndex' | 'clearSearch' | 'search'> = {
  async createSearchIndex(db) {
    for (const statement of ddl) await statement.execute(db)
  },
  // Text by text the index would overwrite the same pages again and again: 40 s for 1,200 groups, instead of 10 ms.
  async clearSearch(db) {
    await sql`drop trigger group_search_deleted`.execute(db)
    await db.deleteFrom('group_search').execute()
    await sql`insert into group_search_index (group_search_index) values ('delete-all')`.execute(db)
    await deletedTrigger.execute(db)
  },
  search: {
    // `cross`: in this order. The planner would rather compare every group with every row found.
    next: (terms, { after, limit }) =>
      sql`select group_search.id, group_search.group_id from group_search_index
        cross join group_search on group_search.id = group_search_index.rowid
        where group_search_index match ${terms.map(phrase).join(' ')} and group_search_index.rowid > ${after}
        order by group_search_index.rowid limit ${limit}`,
    direct: (terms) =>
      sql<SqlBool>`${sql.join(
        terms.map((term) => sql`instr(group_search.search_text, ${term}) > 0`),
        sql` and `,
      )}`,
  },
}
