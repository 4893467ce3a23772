import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { AdminAuditLogTable } from '#server/adapters/database/account-tables.ts'
import type { StoreContext } from '#server/adapters/database/stores/context.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import { usernameKey } from '#server/domain/user.ts'
import type { AdminAuditEntry, AdminAuditFilter, AdminAuditWrites } from '#server/ports/logs/admin-audit.ts'

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
      const newest = db.selectFrom('admin_audit_log').selectAll().orderBy('id', 'desc').limit(limit)
      return (await newest.where(matching(filter)).execute()).map(toEntry)
    },

    async actors() {
      const rows = await db
        .selectFrom('admin_audit_log')
        .select(({ fn }) => fn.max('actor_name').as('name'))
        .where((where) => where.or([where('actor_id', 'is not', null), where('ip_address', 'is', null)]))
        .groupBy('actor_key')
        .orderBy('actor_key')
        .execute()
      return rows.map(({ name }) => name)
    },
  }
}

const toEntry = (row: Selectable<AdminAuditLogTable>): AdminAuditEntry & { id: number } => ({
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
