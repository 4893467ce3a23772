import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { neutraliseFormulas } from '#server/domain/text/neutralise-formulas.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { AdminAuditFilter, AdminAuditPage } from '#server/ports/logs/admin-audit.ts'

/** Entries in memory at a time. */
const page = 500
const header = [
  'id',
  'actor_id',
  'actor_name',
  'action',
  'target_type',
  'target_id',
  'details',
  'ip_address',
  'created_at',
]

/** The CSV in pieces, newest first (form as D31). */
export async function* exportAdminAudit(
  { database }: Pick<Deps, 'database'>,
  filter: AdminAuditFilter,
): AsyncGenerator<string> {
  yield `\uFEFF${stringify([header], { record_delimiter: 'windows' })}`
  let before: number | null | undefined = filter.before
  while (before !== null) {
    const { entries, next }: AdminAuditPage = await database.adminAudit.list({ ...filter, before }, page)
    const rows = entries.map((entry) =>
      [
        entry.id,
        entry.actorId ?? '',
        entry.actorName,
        entry.action,
        entry.targetType ?? '',
        entry.targetId ?? '',
        entry.details === null ? '' : JSON.stringify(entry.details),
        entry.ipAddress ?? '',
        entry.createdAt,
      ].map((cell) => neutraliseFormulas(String(cell))),
    )
    if (rows.length > 0) yield stringify(rows, { record_delimiter: 'windows' })
    before = next
    // An embedded database answers without yielding: lets other requests run.
    await setImmediate()
  }
}
