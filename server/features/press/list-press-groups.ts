import type { PressGroup } from '#contract/press.ts'
import { presentAdminSummary } from '#server/groups/presentation/present-admin-group.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ListedGroup } from '#server/ports/moderation-reads.ts'
import { pressGroups } from './press-groups.ts'

type ListDeps = Pick<Deps, 'database' | 'clock' | 'settings'>

/** What may be posted on a platform, and what was posted there so far. */
export async function* listPressGroups(deps: ListDeps, platformId: number): AsyncGenerator<PressGroup[]> {
  for await (const part of pressGroups(deps.database, platformId)) yield withPostings(deps, platformId, part)
}

async function withPostings(deps: ListDeps, platformId: number, groups: ListedGroup[]): Promise<PressGroup[]> {
  const postings = await deps.database.takedowns.postingsOf(
    groups.map(({ group }) => group.groupId),
    platformId,
  )
  const of = Map.groupBy(postings, ({ groupId }) => groupId)
  return groups.map((listed) => ({
    ...presentAdminSummary(deps, listed),
    postings: (of.get(listed.group.groupId) ?? []).map((posting) => ({ ...posting, imageIds: [...posting.imageIds] })),
  }))
}
