import type { Selectable } from 'kysely'
import { changeConsent } from '#contract/management.ts'
import { flag, type StoreContext } from '#server/adapters/database/stores/context.ts'
import { idRanges } from '#server/adapters/database/stores/id-ranges.ts'
import type { ManagementAuditLogTable } from '#server/adapters/database/tables.ts'
import type { AuditLogEntry, AuditLogReads, AuditLogWrites, AuditTotals } from '#server/ports/logs/audit-log.ts'

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

async function totalsOf(db: StoreContext['db']): Promise<AuditTotals> {
  const entriesOf = new Map<string, number>()
  let lastAt: string | null = null
  for await (const range of idRanges(db, 'management_audit_log')) {
    const rows = await db
      .selectFrom('management_audit_log')
      .select(({ fn }) => ['action', fn.countAll().as('entries'), fn.max('created_at').as('last')])
      .where(range)
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

function auditLogReads({ db }: StoreContext): AuditLogReads {
  const newest = () => db.selectFrom('management_audit_log').selectAll().orderBy('id', 'desc')

  return {
    async latest(limit) {
      return (await newest().limit(limit).execute()).map(toEntry)
    },

    async ofGroup(groupId) {
      return (await newest().where('group_id', '=', groupId).execute()).map(toEntry)
    },

    async count() {
      const { entries } = await db
        .selectFrom('management_audit_log')
        .select(({ fn }) => fn.countAll().as('entries'))
        .executeTakeFirstOrThrow()
      return Number(entries)
    },

    totals: () => totalsOf(db),
  }
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

function auditLogChanges({ db }: StoreContext): Omit<AuditLogWrites, keyof AuditLogReads> {
  const exists = async (groupId: string) =>
    (await db.selectFrom('groups').select('group_id').where('group_id', '=', groupId).executeTakeFirst()) !== undefined

  return {
    async add(entry) {
      const data =
        entry.groupId === null || (await exists(entry.groupId)) ? entry.requestData : withoutTexts(entry.requestData)
      await db
        .insertInto('management_audit_log')
        .values({
          group_id: entry.groupId,
          action: entry.action,
          success: flag(entry.success),
          error_message: entry.errorMessage,
          ip_address: entry.ipAddress,
          user_agent: entry.userAgent,
          request_data: data && JSON.stringify(data),
          management_token: entry.maskedToken,
          source_host: entry.sourceHost,
          source_type: entry.sourceType,
          created_at: entry.createdAt,
        })
        .execute()
    },

    removeTexts: (groupId) => removeTexts(db, groupId),

    async removeBefore(time) {
      const result = await db.deleteFrom('management_audit_log').where('created_at', '<', time).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

export const auditLogStore = (context: StoreContext): AuditLogWrites => ({
  ...auditLogReads(context),
  ...auditLogChanges(context),
})

const toEntry = (row: Selectable<ManagementAuditLogTable>): AuditLogEntry & { id: number } => ({
  id: row.id,
  groupId: row.group_id,
  action: row.action,
  success: row.success === 1,
  errorMessage: row.error_message,
  ipAddress: row.ip_address,
  userAgent: row.user_agent,
  requestData: row.request_data === null ? null : JSON.parse(row.request_data),
  maskedToken: row.management_token,
  sourceHost: row.source_host,
  sourceType: row.source_type === 'public' ? 'public' : 'internal',
  createdAt: row.created_at,
})
