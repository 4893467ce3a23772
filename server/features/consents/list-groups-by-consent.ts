import type { listGroupsByConsent as contract } from '#contract/consents.ts'
import type { Query } from '#contract/operation/operation.ts'
import type { AdminGroupSummary } from '#contract/shapes.ts'
import { platformWithId } from '#server/domain/platforms.ts'
import { presentAdminSummary } from '#server/groups/presentation/present-admin-group.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

type ConsentQuery = Query<typeof contract>

/** The parts combine with AND (D30). AppError UNKNOWN_PLATFORM. */
export async function readConsentFilter(
  { platforms }: Deps['database'],
  { displayInWorkshop, platformId, platformConsent }: ConsentQuery,
): Promise<Pick<GroupFilter, 'workshop' | 'platform'>> {
  if (platformId !== undefined) platformWithId(await platforms.all(), platformId)
  const aboutPlatforms = platformId !== undefined || platformConsent !== undefined
  return {
    workshop: displayInWorkshop,
    platform: aboutPlatforms ? { platformId, inForce: platformConsent ?? true } : undefined,
  }
}

/** Groups by their consents, in parts. AppError UNKNOWN_PLATFORM. */
export async function listGroupsByConsent(
  deps: Pick<Deps, 'database' | 'clock' | 'settings'>,
  query: ConsentQuery,
): Promise<AsyncGenerator<AdminGroupSummary[]>> {
  return present(deps, await readConsentFilter(deps.database, query))
}

async function* present(deps: Pick<Deps, 'database' | 'clock' | 'settings'>, matching: GroupFilter) {
  for await (const part of walkGroups(deps.database.moderation, matching)) {
    yield part.map((group) => presentAdminSummary(deps, group))
  }
}
