import type { Body } from '#contract/operation/operation.ts'
import type { recordPosting as contract } from '#contract/takedowns.ts'
import type { ModeratedGroup } from '#server/domain/caller.ts'
import { isInForce } from '#server/domain/consent.ts'
import { AppError } from '#server/domain/errors.ts'
import { platformWithId } from '#server/domain/platforms.ts'
import { lockGroup } from '#server/groups/lock-group.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Posting } from '#server/ports/takedown-store.ts'

/**
 * Records where photos of a group were posted (D78). AppError GROUP_NOT_FOUND, UNKNOWN_PLATFORM, UNKNOWN_IMAGE,
 * NO_CONSENT unless the consent for the platform is in force.
 */
export async function recordPosting(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { groupId }: ModeratedGroup,
  { platformId, url, imageIds = [], postedAt }: Body<typeof contract>,
): Promise<Posting> {
  return database.transaction(async (tx) => {
    await lockGroup(tx, groupId)
    platformWithId(await tx.platforms.all(), platformId)
    const consent = (await tx.consents.ofGroup(groupId)).find((each) => each.platformId === platformId)
    if (consent === undefined || !isInForce(consent)) {
      throw new AppError('NO_CONSENT', 'The group has no consent in force for this platform', {
        details: { platformId },
      })
    }
    const known = new Set((await tx.images.ofGroup(groupId)).map(({ id }) => id))
    const unknown = imageIds.find((id) => !known.has(id))
    if (unknown !== undefined) {
      throw new AppError('UNKNOWN_IMAGE', `The group has no image ${unknown}`, { details: { imageId: unknown } })
    }
    const at = postedAt === undefined ? clock.now() : new Date(postedAt)
    return tx.takedowns.addPosting({ groupId, platformId, url, imageIds, postedAt: at.toISOString() })
  })
}
