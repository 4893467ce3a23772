import { setImmediate } from 'node:timers/promises'
import { type GroupScope, isInScope } from '#server/domain/group-scope.ts'
import type { Deps } from '#server/ports/deps.ts'
import { type AdminAuditEntry, type AdminAuditReads, searchedEntries } from '#server/ports/logs/admin-audit.ts'

export type ListEntries = AdminAuditReads['list']

interface Reader {
  readonly scope: GroupScope
  /** Whose own entries are seen where they are about no group, as logins are. */
  readonly self?: number
}

/** Entries looked at together. */
const partSize = 500

function groupIdsOf({ targetType, targetId, details }: AdminAuditEntry): string[] {
  const { groupId, groupIds } = details ?? {}
  const named: unknown[] = [groupId, targetType === 'group' && targetId, ...(Array.isArray(groupIds) ? groupIds : [])]
  return named.filter((each) => typeof each === 'string')
}

type Places = ReadonlyMap<string, number>

/** The entry without groups that the reader does not see; undefined when nothing is left. */
function seenBy<Entry extends AdminAuditEntry>({ scope, self }: Reader, places: Places, entry: Entry) {
  const about = groupIdsOf(entry)
  if (about.length === 0) return entry.actorId === self ? entry : undefined
  const seen = about.filter((groupId) => isInScope(scope, places.get(groupId)))
  if (seen.length === 0) return undefined
  const { groupIds } = entry.details ?? {}
  if (!Array.isArray(groupIds)) return entry
  return { ...entry, details: { ...entry.details, groupIds: seen.filter((each) => groupIds.includes(each)) } }
}

/**
 * The log as the reader sees it: for some exhibitions, the entries about their groups as they are now (D84). A page looks
 * at as many entries as one of a search does, and may have fewer than `limit`.
 */
export const seenEntries = ({ database }: Pick<Deps, 'database'>, reader: Reader): ListEntries => {
  if (reader.scope === 'all') return database.adminAudit.list
  return async (filter, limit) => {
    const found: (AdminAuditEntry & { readonly id: number })[] = []
    let before: number | null | undefined = filter.before
    const step = filter.search === undefined ? partSize : searchedEntries
    for (let looked = 0; looked < searchedEntries; looked += step) {
      const { entries, next } = await database.adminAudit.list({ ...filter, before }, partSize)
      const places = await database.groups.exhibitionsOf(entries.flatMap(groupIdsOf))
      for (const entry of entries) {
        const seen = seenBy(reader, places, entry)
        if (seen) found.push(seen)
        if (found.length === limit) return { entries: found, next: entry.id }
      }
      if (next === null) return { entries: found, next: null }
      before = next
      await setImmediate()
    }
    return { entries: found, next: before ?? null }
  }
}
