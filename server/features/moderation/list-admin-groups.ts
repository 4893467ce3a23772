import type { listAdminGroups as contract } from '#contract/moderation.ts'
import type { Query, Reply } from '#contract/operation/operation.ts'
import type { AdminGroupSummary } from '#contract/shapes.ts'
import type { Deps } from '#server/deps.ts'
import { presentAdminSummary } from '#server/groups/presentation/present-admin-group.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { GroupCounter } from './group-counter.ts'
import { namesIn, readFilter } from './read-filter.ts'

type ListDeps = Pick<Deps, 'database' | 'clock' | 'config'> & { readonly countGroups: GroupCounter }

export interface AdminGroupList {
  readonly parts: AsyncIterable<AdminGroupSummary[]>
  readonly totalCount: number
  readonly countedAt: string | null
  readonly filters: Reply<typeof contract>['filters']
}

/** A page of all groups in parts, newest first, and how many match (D30). AppError UNKNOWN_PLATFORM. */
export async function listAdminGroups(deps: ListDeps, query: Query<typeof contract>): Promise<AdminGroupList> {
  const { moderation, platforms } = deps.database
  const filter = readFilter(query, await platforms.all())
  const { consents, workshopOnly = null, platform = null, status = null, limit = null, offset = null } = query
  const { search = null, order = null } = query
  // While somebody types, each search text is used once: not worth caching.
  const count =
    filter.search === undefined
      ? await deps.countGroups(filter)
      : { value: await moderation.countGroups(filter), countedAt: null }
  const filters = {
    consents: consents === undefined ? null : namesIn(consents),
    workshopOnly,
    platform,
    status,
    search,
    order,
    limit,
    offset,
  }
  return {
    parts: present(deps, walkGroups(moderation, filter, query)),
    totalCount: count.value,
    countedAt: count.countedAt,
    filters,
  }
}

async function* present(deps: ListDeps, parts: ReturnType<typeof walkGroups>): AsyncGenerator<AdminGroupSummary[]> {
  for await (const part of parts) yield part.map((group) => presentAdminSummary(deps, group))
}
