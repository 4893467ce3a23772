import type { listGroupsByConsent as contract } from '#contract/consents.ts'
import type { Query, Reply } from '#contract/operation.ts'
import type { Deps } from '#server/deps.ts'
import { platformWithId } from '#server/domain/platforms.ts'
import { presentAdminSummary } from '#server/groups/present-admin-group.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

/** Groups by their consents; the filters combine with AND (D30). AppError UNKNOWN_PLATFORM. */
export async function listGroupsByConsent(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  { displayInWorkshop, platformId, platformConsent }: Query<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { moderation, platforms } = deps.database
  if (platformId !== undefined) platformWithId(await platforms.all(), platformId)
  const aboutPlatforms = platformId !== undefined || platformConsent !== undefined
  const filter: GroupFilter = {
    workshop: displayInWorkshop,
    platform: aboutPlatforms ? { platformId, inForce: platformConsent ?? true } : undefined,
  }
  const groups = await moderation.groups(filter)
  return {
    count: groups.length,
    filters: {
      displayInWorkshop: displayInWorkshop ?? null,
      platformId: platformId ?? null,
      platformConsent: platformConsent ?? null,
    },
    groups: groups.map((group) => presentAdminSummary(deps, group)),
  }
}
