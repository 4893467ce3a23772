import type { PressGroup } from '#contract/social-media/press.ts'
import { platformWithId, type SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { presentAdminSummary } from '#server/groups/presentation/present-admin-group.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ListedGroup } from '#server/ports/moderation-reads.ts'

type Database = Deps['database']

/** The platform of a path. AppError UNKNOWN_PLATFORM. */
export const platformOf = async ({ platforms }: Database, id: string): Promise<SocialMediaPlatform> =>
  platformWithId(await platforms.all(), idFrom(id))

/** Approved groups with a consent in force for the platform, newest first, in parts (D78). */
export const pressGroups = (
  { moderation }: Database,
  scope: GroupScope,
  platformId: number,
): AsyncGenerator<ListedGroup[]> =>
  walkGroups(moderation, { scope, approved: true, platform: { platformId, inForce: true } })

type ListDeps = Pick<Deps, 'database' | 'clock' | 'settings' | 'exhibitions'>

/** What may be posted on a platform, and what was posted there so far. */
export async function* listPressGroups(
  deps: ListDeps,
  scope: GroupScope,
  platformId: number,
): AsyncGenerator<PressGroup[]> {
  for await (const part of pressGroups(deps.database, scope, platformId)) yield withPostings(deps, platformId, part)
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
