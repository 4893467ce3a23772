import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import * as contract from '#contract/logs/admin-audit.ts'
import { AppError } from '#server/domain/errors.ts'
import { csvLines } from '#server/domain/text/csv.ts'
import { snakeCased } from '#server/domain/text/snake-case.ts'
import { toTimestamp } from '#server/domain/time/timestamp.ts'
import type { Route } from '#server/http/route.ts'
import type { Database } from '#server/ports/deps.ts'
import {
  type AdminAuditEntry,
  type AdminAuditFilter,
  type AdminAuditPage,
  searchedEntries,
} from '#server/ports/logs/admin-audit.ts'
import { type ListEntries, seenEntries } from './seen-entries.ts'

/** The title or name of the group that an entry is about, as it is now; undefined when it has none or is gone. */
async function nameOf(
  { groups, images }: Database,
  { targetType, targetId }: AdminAuditEntry,
): Promise<string | undefined> {
  if (targetId === null) return undefined
  const groupId = targetType === 'image' ? (await images.find(Number(targetId)))?.groupId : targetId
  if (groupId === undefined || (targetType !== 'group' && targetType !== 'image')) return undefined
  const group = await groups.find(groupId)
  return group?.title ?? group?.name ?? undefined
}

/** In the form of the entries; a date-time can come with another offset. */
function inUtc(name: string, time: string): string {
  const at = toTimestamp(time)
  if (at === undefined) throw new AppError('INVALID_PARAMETER', `${name} is not a time: ${time}`)
  return at
}

/** The log of what admins did, for admins and auditors (D51). */
export function adminAuditRoutes(route: Route): void {
  route(contract.listAdminAudit, async ({ deps, query, scope, reply, caller }) => {
    const { limit = limits.listDefault, format = 'json', since, until, exhibition, ...rest } = query
    const filter = { ...rest, since: since && inUtc('since', since), until: until && inUtc('until', until) }
    const list = seenEntries(deps, exhibition === undefined ? { scope, self: caller.id } : { scope })
    if (format === 'csv') {
      const name = `admin-audit-${deps.clock.now().toISOString().slice(0, 10)}.csv`
      reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8')
      return reply.send(Readable.from(exportAdminAudit(list, filter), { highWaterMark: 1 }))
    }
    const { entries, next } = await list(filter, limit)
    const named = entries.map(async (entry) => {
      // Auditors see no texts of visitors.
      const name = caller.role === 'admin' ? await nameOf(deps.database, entry) : undefined
      return { ...snakeCased(entry), ...(name !== undefined && { target_name: name }) }
    })
    return { entries: await Promise.all(named), nextBefore: next }
  })

  route(contract.listAdminAuditActors, async ({ deps, query: { exhibition }, scope, caller }) => {
    if (scope === 'all') return { actors: await deps.database.adminAudit.actors() }
    const list = seenEntries(deps, exhibition === undefined ? { scope, self: caller.id } : { scope })
    const { entries } = await list({}, searchedEntries)
    const names = entries.map(({ actorName }) => actorName)
    return { actors: [...new Set(names)].toSorted((a, b) => a.localeCompare(b)) }
  })
}

/** Entries in memory at a time. */
const page = 500
const columns = [
  'id',
  'actor_id',
  'actor_name',
  'action',
  'target_type',
  'target_id',
  'details',
  'ip_address',
  'created_at',
] as const satisfies (keyof contract.AdminAuditEntry)[]

const asCell = (value: contract.AdminAuditEntry[keyof contract.AdminAuditEntry]) =>
  typeof value === 'object' ? value && JSON.stringify(value) : value

/** The CSV in pieces, newest first (form as D31). */
async function* exportAdminAudit(list: ListEntries, filter: AdminAuditFilter): AsyncGenerator<string> {
  yield csvLines([columns], { bom: true })
  let before: number | null | undefined = filter.before
  while (before !== null) {
    const { entries, next }: AdminAuditPage = await list({ ...filter, before }, page)
    const rows = entries.map(snakeCased).map((entry) => columns.map((column) => asCell(entry[column])))
    if (rows.length > 0) yield csvLines(rows)
    before = next
    // An embedded database answers without yielding: lets other requests run.
    await setImmediate()
  }
}
