import type { Static } from 'typebox'
import type * as contract from '#contract/management.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import { deletionDateOf } from '#server/domain/cleanup.ts'
import type { Group } from '#server/domain/group.ts'
import { isPublic } from '#server/domain/public-state.ts'
import { findGroup } from '#server/groups/find-group.ts'
import { presentConsent, presentGroup } from '#server/groups/presentation/present-group.ts'
import type { Deps } from '#server/ports/deps.ts'

type ViewDeps = Pick<Deps, 'database' | 'settings' | 'clock'>
type View = Static<typeof contract.ManagedGroup>

/** The group of a token that was just looked up. AppError GROUP_NOT_FOUND when it was deleted since. */
export async function viewManagedGroup(deps: ViewDeps, group: ManagedGroup): Promise<View> {
  const images = await deps.database.images.ofGroup(group.groupId)
  // Deleted since its token was checked, or migrated without images.
  if (images.length === 0) await findGroup(deps, group.groupId)
  return present(deps, group, images)
}

/** The group after a change, for the answer to the change. AppError GROUP_NOT_FOUND when it was deleted since. */
export async function viewChangedGroup(deps: ViewDeps, { groupId }: ManagedGroup): Promise<View> {
  const [group, images] = await Promise.all([findGroup(deps, groupId), deps.database.images.ofGroup(groupId)])
  return present(deps, group, images)
}

async function present(
  { database, settings, clock }: ViewDeps,
  group: Group,
  images: Parameters<typeof presentGroup>[1],
): Promise<View> {
  return {
    ...presentGroup(group, images),
    managementToken: group.managementToken,
    isPublished: isPublic(group),
    wasApproved: group.firstApprovedAt !== null,
    workshopRevokedTimestamp: group.workshopRevokedTimestamp,
    deletionDate: deletionDateOf(group, settings.retention, clock.now()),
    moderationNote: group.moderationNote,
    socialMediaConsents: (await database.consents.ofGroup(group.groupId)).map(presentConsent),
  }
}
