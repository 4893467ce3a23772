import type { Deps } from '#server/deps.ts'
import type { ModeratedGroup } from '#server/domain/caller.ts'
import { idFrom } from '#server/domain/integer.ts'
import { AppError } from '#server/errors.ts'
import { lockGroup } from '#server/groups/lock-group.ts'
import type { Takedown } from '#server/ports/moderation-reads.ts'

interface Confirmation {
  /** As the path has it. */
  readonly platformId: string
  readonly done: boolean
}

/**
 * Marks the post of a revoked consent as removed, or as still there; who marked it first stays. AppError
 * GROUP_NOT_FOUND, TAKEDOWN_NOT_FOUND when the group has no revoked consent for the platform.
 */
export async function confirmTakedown(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { groupId, moderator }: ModeratedGroup,
  { platformId, done }: Confirmation,
): Promise<Takedown> {
  const id = idFrom(platformId)
  const at = clock.now().toISOString()
  await database.transaction(async (tx) => {
    await lockGroup(tx, groupId)
    if (id !== undefined) {
      await tx.consents.markTakenDown({ groupId, platformId: id }, done ? { at, username: moderator.username } : null)
    }
  })
  const revoked = await database.moderation.takedowns({ groupId })
  const takedown = revoked.find((each) => each.platformId === id)
  if (takedown !== undefined) return takedown
  throw new AppError('TAKEDOWN_NOT_FOUND', `The group has no revoked consent for the platform ${platformId}`, {
    details: { platformId },
  })
}
