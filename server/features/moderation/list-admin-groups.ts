import type { listAdminGroups as contract } from '#contract/moderation.ts'
import type { Query, Reply } from '#contract/operation.ts'
import type { Deps } from '#server/deps.ts'
import { presentAdminSummary } from '#server/groups/present-admin-group.ts'
import type { GroupCounter } from './group-counter.ts'
import { namesIn, readFilter } from './read-filter.ts'

/** A page of all groups, newest first, and how many match (D30). AppError UNKNOWN_PLATFORM. */
export async function listAdminGroups(
  deps: Pick<Deps, 'database' | 'clock' | 'config'> & { countGroups: GroupCounter },
  query: Query<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { moderation, platforms } = deps.database
  const filter = readFilter(query, await platforms.all())
  const { consents, workshopOnly = null, platform = null, status = null, limit = null, offset = null } = query
  const { search = null, order = null } = query
  // Whoever types searches for many texts once each: their numbers are not kept.
  const count = filter.search === undefined ? deps.countGroups : moderation.countGroups
  const [groups, totalCount] = await Promise.all([moderation.groups(filter, query), count(filter)])
  return {
    success: true,
    groups: groups.map((group) => presentAdminSummary(deps, group)),
    totalCount,
    filters: {
      consents: consents === undefined ? null : namesIn(consents),
      workshopOnly,
      platform,
      status,
      search,
      order,
      limit,
      offset,
    },
  }
}
