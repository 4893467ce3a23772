import { changeConsent } from '#contract/management.ts'
import { toColumns } from '#server/adapters/database/columns.ts'
import { idRanges } from '#server/adapters/database/stores/id-ranges.ts'
import { aboutScope } from '#server/adapters/database/stores/in-scope.ts'
import { all, count, deletedRows, exists, type StoreContext } from '#server/adapters/database/stores/queries.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { AuditLogEntry, AuditLogWrites, AuditTotals } from '#server/ports/logs/audit-log.ts'

const { consentType, action } = changeConsent.body.properties
/** Words of the contract: they say which consent was withdrawn (D48). */
const words = new Map<string, readonly string[]>(Object.entries({ consentType: consentType.enum, action: action.enum }))

/** The same fields with null for every text of a person. */
function withoutTexts<T>(data: T): T {
  const text = JSON.stringify(data, (key, value) =>
    typeof value === 'string' && !words.get(key)?.includes(value) ? null : value,
  )
  return JSON.parse(text)
}

const about = (scope: GroupScope) => aboutScope(scope, 'management_audit_log.group_id')

async function totalsOf(db: StoreContext['db'], scope: GroupScope): Promise<AuditTotals> {
  const entriesOf = new Map<string, number>()
  let lastAt: string | null = null
  for await (const range of idRanges(db, 'management_audit_log')) {
    const rows = await db
      .selectFrom('management_audit_log')
      .select(({ fn }) => ['action', fn.countAll().as('entries'), fn.max('created_at').as('last')])
      .where(range)
      .$call(about(scope))
      .groupBy('action')
      .execute()
    for (const { action, entries, last } of rows) {
      entriesOf.set(action, (entriesOf.get(action) ?? 0) + Number(entries))
      if (lastAt === null || last > lastAt) lastAt = last
    }
  }
  const byAction = Object.fromEntries([...entriesOf].sort())
  return { entries: Object.values(byAction).reduce((sum, entries) => sum + entries, 0), byAction, lastAt }
}

async function removeTexts(db: StoreContext['db'], groupId: string): Promise<void> {
  const rows = await db
    .selectFrom('management_audit_log')
    .select(['id', 'request_data'])
    .where('group_id', '=', groupId)
    .where('request_data', 'is not', null)
    .execute()
  for (const { id, request_data } of rows) {
    const data = JSON.stringify(withoutTexts(JSON.parse(request_data ?? 'null')))
    await db.updateTable('management_audit_log').set({ request_data: data }).where('id', '=', id).execute()
  }
  // The error message of a refused upload names its file.
  await db
    .updateTable('management_audit_log')
    .set({ error_message: 'Refused' })
    .where('group_id', '=', groupId)
    .where('action', '=', 'add_images')
    .where('success', '=', 0)
    .execute()
}

export function auditLogStore({ db }: StoreContext): AuditLogWrites {
  const newest = () => db.selectFrom('management_audit_log').selectAll().orderBy('id', 'desc')
  const isGroup = (groupId: string) =>
    exists(db.selectFrom('groups').select('group_id').where('group_id', '=', groupId))

  return {
    latest: (scope, limit) => all(newest().$call(about(scope)).limit(limit), toEntry),
    ofGroup: (groupId, scope) => all(newest().where('group_id', '=', groupId).$call(about(scope)), toEntry),
    count: (scope) => count(db.selectFrom('management_audit_log').$call(about(scope))),
    totals: (scope) => totalsOf(db, scope),
    lastId: async () => (await newest().limit(1).executeTakeFirst())?.id ?? 0,

    usedLinks: (scope, time) =>
      db
        .selectFrom('management_audit_log')
        .select(['ip_address as address', 'group_id as groupId'])
        .distinct()
        .where('created_at', '>=', time)
        .$call(about(scope))
        .where('ip_address', 'is not', null)
        .where('group_id', 'is not', null)
        .$narrowType<{ address: string; groupId: string }>()
        .execute(),

    async add({ maskedToken, requestData: data, ...entry }) {
      const requestData = entry.groupId === null || (await isGroup(entry.groupId)) ? data : withoutTexts(data)
      const columns = toColumns({ ...entry, requestData })
      await db
        .insertInto('management_audit_log')
        .values({ ...columns, management_token: maskedToken })
        .execute()
    },

    removeTexts: (groupId) => removeTexts(db, groupId),
    removeBefore: (time) => deletedRows(db.deleteFrom('management_audit_log').where('created_at', '<', time)),
  }
}

const toEntry = ({
  management_token: maskedToken,
  ...row
}: Row<'management_audit_log'>): AuditLogEntry & { id: number } => ({
  ...camelCased(row),
  maskedToken,
  success: row.success === 1,
  requestData: row.request_data === null ? null : JSON.parse(row.request_data),
})
