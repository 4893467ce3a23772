import type { setGroupConsents as contract } from '#contract/consents.ts'
import type { Body } from '#contract/operation/operation.ts'
import type { ModeratedGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { applyConsentChange } from '#server/groups/apply-consent-change.ts'
import { lockGroup } from '#server/groups/change-group.ts'
import type { Deps } from '#server/ports/deps.ts'

/** The consents named, by platform id; null is the display in the workshop. Of several for one platform the last counts. */
function askedFor({ workshopConsent, socialMediaConsents = [] }: Body<typeof contract>): Map<number | null, boolean> {
  const asked = new Map<number | null, boolean>()
  if (workshopConsent !== undefined) asked.set(null, workshopConsent)
  for (const each of socialMediaConsents) {
    if (typeof each === 'number') asked.set(each, true)
    else asked.set(each.platformId, each.consented ?? true)
  }
  return asked
}

/**
 * Gives or revokes the consents named and leaves the others, all or none. AppError NO_FIELDS, GROUP_NOT_FOUND,
 * UNKNOWN_PLATFORM: an inactive platform can be revoked but not given.
 */
export async function setGroupConsents(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'settings'>,
  target: ModeratedGroup,
  consents: Body<typeof contract>,
): Promise<void> {
  if (consents.workshopConsent === undefined && consents.socialMediaConsents === undefined) {
    throw new AppError('NO_FIELDS', 'Neither workshopConsent nor socialMediaConsents was given')
  }
  await deps.database.transaction(async (tx) => {
    await lockGroup(tx, target.groupId)
    for (const [platformId, consented] of askedFor(consents)) {
      const action = consented ? 'restore' : 'revoke'
      await applyConsentChange(deps, tx, { target, platformId, action })
    }
  })
}
