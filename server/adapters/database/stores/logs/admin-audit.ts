import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { AdminAuditLogTable } from '#server/adapters/database/account-tables.ts'
import type { StoreContext } from '#server/adapters/database/stores/context.ts'
import { idRanges } from '#server/adapters/database/stores/id-ranges.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import { usernameKey } from '#server/domain/user.ts'
import type { AdminAuditEntry, AdminAuditFilter, AdminAuditWrites } from '#server/ports/logs/admin-audit.ts'

type AdminAuditListed = AdminAuditEntry & { id: number }
type Where = ExpressionBuilder<Tables, 'admin_audit_log'>

const containing = (where: Where, search: string) => {
  const pattern = `%${usernameKey(search).replace(/[\\%_]/g, '\\$&')}%`
  return where.or(
    (['actor_key', 'target_id', 'ip_address'] as const).map(
      (column) => sql<SqlBool>`lower(${where.ref(column)}) like ${pattern} escape '\\'`,
    ),
  )
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

/** By index from one actor to the next, past all their entries. Without names that nobody with an account has. */
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

export function adminAuditStore({ db, audited }: StoreContext): AdminAuditWrites {
  return {
    async add(entry) {
      await db
        .insertInto('admin_audit_log')
        .values({
          actor_id: entry.actorId,
          actor_name: entry.actorName,
          actor_key: usernameKey(entry.actorName),
          action: entry.action,
          target_type: entry.targetType,
          target_id: entry.targetId,
          details: entry.details && JSON.stringify(entry.details),
          ip_address: entry.ipAddress,
          created_at: entry.createdAt,
        })
        .execute()
      audited(entry)
    },

    async removeBefore(time) {
      const result = await db.deleteFrom('admin_audit_log').where('created_at', '<', time).executeTakeFirst()
      return Number(result.numDeletedRows)
    },

    async list(filter, limit) {
      const newest = db.selectFrom('admin_audit_log').selectAll().orderBy('id', 'desc').where(matching(filter))
      if (filter.search === undefined) return (await newest.limit(limit).execute()).map(toEntry)
      const found: AdminAuditListed[] = []
      // No index leads to a part of a text: other requests run between the parts of the log.
      for await (const range of idRanges(db, 'admin_audit_log', 'newest first')) {
        const rows = await newest
          .where(range)
          .limit(limit - found.length)
          .execute()
        found.push(...rows.map(toEntry))
        if (found.length >= limit) break
      }
      return found
    },

    async actors() {
      const { rows } = await actorNames.execute(db)
      return rows.map(({ name }) => name)
    },
  }
}

const toEntry = (row: Selectable<AdminAuditLogTable>): AdminAuditListed => ({
  id: Number(row.id),
  actorId: row.actor_id,
  actorName: row.actor_name,
  action: row.action,
  targetType: row.target_type,
  targetId: row.target_id,
  details: row.details === null ? null : JSON.parse(row.details),
  ipAddress: row.ip_address,
  createdAt: row.created_at,
})
