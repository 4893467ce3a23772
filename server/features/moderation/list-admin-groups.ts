import type { listAdminGroups as contract, ListedGroup } from '#contract/moderation.ts'
import type { Query, Reply } from '#contract/operation/operation.ts'
import type { ServedCount } from '#server/concurrency/stale-while-revalidate.ts'
import { platformNamed, type SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import type { Group } from '#server/domain/group.ts'
import { type GroupScope, isInScope } from '#server/domain/group-scope.ts'
import { cachedGroupCount, countsBy } from '#server/groups/cached-count.ts'
import { presentAdminSummary } from '#server/groups/presentation/present-admin-group.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'
import type { ReadSimilarGroups } from './similar-groups-cache.ts'

type ListQuery = Query<typeof contract>
type ListDeps = Pick<Deps, 'database' | 'clock' | 'settings' | 'exhibitions'> & {
  readonly countGroups: GroupCounter
  readonly similarGroups: ReadSimilarGroups
  readonly scope: GroupScope
}

/** A page of all groups in parts, newest first, and how many match (D30). AppError UNKNOWN_PLATFORM. */
export async function listAdminGroups(deps: ListDeps, query: ListQuery) {
  const reads = deps.database.moderation.forRequest()
  const filter = await filterOf(deps, query)
  // While a user types, each search text is used once: not worth caching.
  const count =
    filter.search === undefined
      ? await deps.countGroups(filter)
      : { value: await reads.countGroups(filter), countedAt: null }
  return {
    parts: present(deps, walkGroups(reads, filter, query)),
    totalCount: count.value,
    countedAt: count.countedAt,
    filters: givenIn(query),
  }
}

async function filterOf({ database, similarGroups, scope }: ListDeps, query: ListQuery): Promise<GroupFilter> {
  const filter = { scope, ...readFilter(query, await database.platforms.all()) }
  const { alikeTo } = query
  if (alikeTo === undefined) return filter
  // What is like a group of another exhibition would say that there is one.
  const isSeen = isInScope(scope, (await database.groups.exhibitionsOf([alikeTo])).get(alikeTo))
  return { ...filter, groupIds: isSeen ? [alikeTo, ...(await similarGroups()).othersOf(alikeTo)] : [] }
}

const givenIn = (query: ListQuery): Reply<typeof contract>['filters'] => ({
  consents: query.consents === undefined ? null : namesIn(query.consents),
  workshopOnly: query.workshopOnly ?? null,
  platform: query.platform ?? null,
  status: query.status ?? null,
  search: query.search ?? null,
  alikeTo: query.alikeTo ?? null,
  order: query.order ?? null,
  limit: query.limit ?? null,
  offset: query.offset ?? null,
})

async function* present(deps: ListDeps, parts: ReturnType<typeof walkGroups>): AsyncGenerator<ListedGroup[]> {
  for await (const part of parts) {
    const others = await othersOf(deps, part)
    yield part.map((listed) => ({
      ...presentAdminSummary(deps, listed),
      alikeGroups: others(listed.group.groupId).length,
    }))
  }
}

/** The groups of the scope that look like one of these. */
async function othersOf({ database, similarGroups, scope }: ListDeps, part: readonly { readonly group: Group }[]) {
  const similar = await similarGroups()
  if (scope === 'all') return similar.othersOf
  const places = await database.groups.exhibitionsOf(part.flatMap(({ group }) => similar.othersOf(group.groupId)))
  return (groupId: string) => similar.othersOf(groupId).filter((each) => isInScope(scope, places.get(each)))
}

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * The filter of the list: `consents`, `workshopOnly` and `platform` combine with OR, `status` with AND (D30).
 * AppError UNKNOWN_PLATFORM for what is neither the name nor the id of a platform.
 */
function readFilter(query: ListQuery, platforms: readonly SocialMediaPlatform[]): Omit<GroupFilter, 'scope'> {
  const names = namesIn(query.consents ?? '')
  const asked = [
    ...names.filter((name) => name !== 'workshop'),
    ...(query.platform === undefined ? [] : [query.platform]),
  ]
  const workshop = query.workshopOnly === true || names.includes('workshop')
  const platformIds = [...new Set(asked.map((name) => platformNamed(platforms, name).platformId))].sort((a, b) => a - b)
  return {
    approved: query.status === undefined || query.status === 'changed' ? undefined : query.status === 'approved',
    changed: query.status === 'changed' || undefined,
    search: query.search?.trim() || undefined,
    anyConsent: workshop || platformIds.length > 0 ? { workshop, platformIds } : undefined,
  }
}

type GroupCounter = (filter: GroupFilter) => Promise<ServedCount<number>>

/** Counts the groups that match, again only after a change: a list is read page by page. */
export function createGroupCounter(deps: Pick<Deps, 'database' | 'clock'>): GroupCounter {
  const { moderation } = deps.database
  return countsBy(
    (filter: GroupFilter) => JSON.stringify(filter),
    (filter) => {
      // Search texts are not stored.
      const name = filter.search === undefined ? `groups ${JSON.stringify(filter)}` : undefined
      return cachedGroupCount(deps, { name, count: () => moderation.countGroups(filter) })
    },
  )
}
