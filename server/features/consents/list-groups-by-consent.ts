import type { listGroupsByConsent as contract } from '#contract/consents.ts'
import type { Query } from '#contract/operation.ts'
import type { AdminGroupSummary } from '#contract/shapes.ts'
import type { Deps } from '#server/deps.ts'
import { platformWithId } from '#server/domain/platforms.ts'
import { presentAdminSummary } from '#server/groups/present-admin-group.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

/** Groups by their consents, in parts; the filters combine with AND (D30). AppError UNKNOWN_PLATFORM. */
export async function listGroupsByConsent(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  { displayInWorkshop, platformId, platformConsent }: Query<typeof contract>,
): Promise<AsyncGenerator<AdminGroupSummary[]>> {
  const { moderation, platforms } = deps.database
  if (platformId !== undefined) platformWithId(await platforms.all(), platformId)
  const aboutPlatforms = platformId !== undefined || platformConsent !== undefined
  const filter: GroupFilter = {
    workshop: displayInWorkshop,
    platform: aboutPlatforms ? { platformId, inForce: platformConsent ?? true } : undefined,
  }
  return present(deps, filter)

  async function* present(source: typeof deps, matching: GroupFilter) {
    for await (const part of walkGroups(moderation, matching)) {
      yield part.map((group) => presentAdminSummary(source, group))
    }
  }
}
