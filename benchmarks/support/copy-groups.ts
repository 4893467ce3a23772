import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'

/** The differences between a row and its copy, as SQL for both engines; `null` uses the column's default. */
type Changes = Readonly<Record<string, RawBuilder<unknown> | null>>
type Copied = readonly [table: keyof Tables, changes: Changes]

const withEnd = (column: string, end: string) => sql`${sql.ref(column)} || cast(${end} as text)`
/** Before the extension. */
const fileName = (column: string, end: string) =>
  sql`substr(${sql.ref(column)}, 1, length(${sql.ref(column)}) - 4) || cast(${end} as text) || '.jpg'`

/** The same time of day on another day. */
const moved = (column: string, days: ReadonlyMap<string, string>) => {
  const cases = [...days].map(([from, to]) => sql`when ${from} then cast(${to} as text)`)
  const day = sql`substr(${sql.ref(column)}, 1, 10)`
  return sql`case ${day} ${sql.join(cases, sql` `)} end || substr(${sql.ref(column)}, 11)`
}

/** The rows of the groups, referenced tables first. */
const changesOf = (end: string, days: ReadonlyMap<string, string>): readonly Copied[] => [
  [
    'groups',
    {
      group_id: withEnd('group_id', end),
      title: withEnd('title', ` ${end}`),
      management_token: sql`substr(management_token, 1, 31) || 'x' || cast(${end} as text)`,
      year: sql`cast(${[...days.values()][0]?.slice(0, 4)} as integer)`,
      upload_date: moved('upload_date', days),
      first_approved_at: moved('first_approved_at', days),
    },
  ],
  [
    'images',
    {
      id: null,
      group_id: withEnd('group_id', end),
      file_name: fileName('file_name', end),
      preview_path: fileName('preview_path', end),
      stored_name: fileName('stored_name', end),
      stored_preview_name: fileName('stored_preview_name', end),
    },
  ],
  ['group_social_media_consents', { group_id: withEnd('group_id', end) }],
  [
    'group_search',
    { id: null, group_id: withEnd('group_id', end), search_text: withEnd('search_text', ` \n ${end} `) },
  ],
  ['group_changes', { group_id: withEnd('group_id', end) }],
  ['deletion_log', { id: null, group_id: withEnd('group_id', end) }],
  ['management_audit_log', { id: null, group_id: withEnd('group_id', end) }],
  ['admin_audit_log', { id: null, target_id: withEnd('target_id', end) }],
  ['removal_requests', { request_id: withEnd('request_id', end) }],
]

const tables = changesOf('', new Map([['', '']])).map(([table]) => table)
const template = (table: string) => sql.table(`template_${table}`)

/** Stores the current rows as templates. */
export async function keepTemplates(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) {
    await sql`create table ${template(table)} as select * from ${sql.table(table)}`.execute(db)
  }
}

export async function dropTemplates(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) await sql`drop table ${template(table)}`.execute(db)
}

/**
 * Copies the groups of the templates and their log entries in SQL statements: much
 * faster than creating each group. `end` distinguishes the names of the copies.
 */
export async function copyGroups(db: Kysely<Tables>, end: string, days: ReadonlyMap<string, string>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const [table, changes] of changesOf(end, days)) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${template(table)} limit 1`.execute(tx)
      const columns = Object.keys(rows[0] ?? {}).filter((column) => changes[column] !== null)
      if (columns.length === 0) continue
      const values = columns.map((column) => changes[column] ?? sql.ref(column))
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        select ${sql.join(values)} from ${template(table)}`.execute(tx)
    }
  })
}
