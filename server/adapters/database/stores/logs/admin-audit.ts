import { setImmediate } from 'node:timers/promises'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { toColumns } from '#server/adapters/database/columns.ts'
import { deletedRows, type StoreContext } from '#server/adapters/database/stores/queries.ts'
import type { Row, Tables } from '#server/adapters/database/tables.ts'
import { usernameKey } from '#server/domain/accounts/user.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import {
  type AdminAuditFilter,
  type AdminAuditPage,
  type AdminAuditWrites,
  searchedEntries,
} from '#server/ports/logs/admin-audit.ts'

/** Read in some milliseconds. */
const partSize = 5_000

type Where = ExpressionBuilder<Tables, 'admin_audit_log'>

const containing = (where: Where, search: string) => {
  const pattern = sql`${`%${usernameKey(search).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
  return where.or([
    sql<SqlBool>`actor_key like ${pattern}`,
    sql<SqlBool>`lower(target_id) like ${pattern}`,
    sql<SqlBool>`lower(ip_address) like ${pattern}`,
  ])
}

const matching =
  ({ actor, action, search, since, until, before }: AdminAuditFilter) =>
  (where: Where) =>
    where.and([
      ...(before === undefined ? [] : [where('id', '<', before)]),
      ...(actor === undefined ? [] : [where('actor_key', '=', usernameKey(actor))]),
      ...(action === undefined ? [] : [where('action', '=', action)]),
      ...(since === undefined ? [] : [where('created_at', '>=', since)]),
      ...(until === undefined ? [] : [where('created_at', '<', until)]),
      ...(search === undefined ? [] : [containing(where, search)]),
    ])

/** By index from one actor to the next, past all their entries. Without names that belong to no account. */
const actorNames = sql<{ name: string }>`
  with recursive actors (actor_key) as (
    select min(actor_key) from admin_audit_log where actor_id is not null or ip_address is null
    union all
    select (
      select min(entry.actor_key) from admin_audit_log as entry
      where (entry.actor_id is not null or entry.ip_address is null) and entry.actor_key > actors.actor_key
    ) from actors where actors.actor_key is not null
  )
  select (
    select entry.actor_name from admin_audit_log as entry
    where (entry.actor_id is not null or entry.ip_address is null) and entry.actor_key = actors.actor_key limit 1
  ) as name
  from actors where actors.actor_key is not null order by actors.actor_key`

const newest = (db: StoreContext['db'], filter: AdminAuditFilter) =>
  db.selectFrom('admin_audit_log').selectAll().orderBy('id', 'desc').where(matching(filter))

/** No index leads to a part of a text: other requests run between the parts of the log. */
async function search(db: StoreContext['db'], filter: AdminAuditFilter, limit: number): Promise<AdminAuditPage> {
  const log = db.selectFrom('admin_audit_log')
  // Asked for together, the two would read the whole log.
  const { first } = await log.select(({ fn }) => fn.min('id').as('first')).executeTakeFirstOrThrow()
  const { last } = await log.select(({ fn }) => fn.max('id').as('last')).executeTakeFirstOrThrow()
  let before = Math.min(filter.before ?? Number.POSITIVE_INFINITY, Number(last) + 1)
  const end = Math.max(Number(first), before - searchedEntries)
  const entries: AdminAuditPage['entries'][number][] = []
  while (before > end) {
    const from = Math.max(end, before - partSize)
    const part = newest(db, { ...filter, before }).where('id', '>=', from)
    entries.push(...(await part.limit(limit - entries.length).execute()).map(toEntry))
    if (entries.length >= limit) return { entries, next: entries.at(-1)?.id ?? null }
    before = from
    await setImmediate()
  }
  return { entries, next: before > Number(first) ? before : null }
}

export function adminAuditStore({ db, audited }: StoreContext): AdminAuditWrites {
  return {
    async add(entry) {
      await db
        .insertInto('admin_audit_log')
        .values({ ...toColumns(entry), actor_key: usernameKey(entry.actorName) })
        .execute()
      audited(entry)
    },

    removeBefore: (time) => deletedRows(db.deleteFrom('admin_audit_log').where('created_at', '<', time)),

    async list(filter, limit) {
      if (filter.search !== undefined) return search(db, filter, limit)
      const rows = await newest(db, filter).limit(limit).execute()
      return { entries: rows.map(toEntry), next: rows.length < limit ? null : Number(rows.at(-1)?.id) }
    },

    async actors() {
      const { rows } = await actorNames.execute(db)
      return rows.map(({ name }) => name)
    },
  }
}

const toEntry = ({ actor_key: _, ...row }: Row<'admin_audit_log'>): AdminAuditPage['entries'][number] => ({
  ...camelCased(row),
  details: row.details === null ? null : JSON.parse(row.details),
})
