import type { listAdminGroups as contract, ListedGroup } from '#contract/moderation.ts'
import type { Query, Reply } from '#contract/operation/operation.ts'
import { presentAdminSummary } from '#server/groups/presentation/present-admin-group.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'
import type { GroupCounter } from './group-counter.ts'
import { namesIn, readFilter } from './read-filter.ts'
import type { ReadSimilarGroups } from './similar-groups-cache.ts'

type ListDeps = Pick<Deps, 'database' | 'clock' | 'settings'> & {
  readonly countGroups: GroupCounter
  readonly similarGroups: ReadSimilarGroups
}

export interface AdminGroupList {
  readonly parts: AsyncIterable<ListedGroup[]>
  readonly totalCount: number
  readonly countedAt: string | null
  readonly filters: Reply<typeof contract>['filters']
}

/** A page of all groups in parts, newest first, and how many match (D30). AppError UNKNOWN_PLATFORM. */
export async function listAdminGroups(deps: ListDeps, query: Query<typeof contract>): Promise<AdminGroupList> {
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

async function filterOf({ database, similarGroups }: ListDeps, query: Query<typeof contract>): Promise<GroupFilter> {
  const filter = readFilter(query, await database.platforms.all())
  const { alikeTo } = query
  if (alikeTo === undefined) return filter
  return { ...filter, groupIds: [alikeTo, ...(await similarGroups()).othersOf(alikeTo)] }
}

const givenIn = (query: Query<typeof contract>): AdminGroupList['filters'] => ({
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
    const similar = await deps.similarGroups()
    yield part.map((listed) => ({
      ...presentAdminSummary(deps, listed),
      alikeGroups: similar.othersOf(listed.group.groupId).length,
    }))
  }
}
