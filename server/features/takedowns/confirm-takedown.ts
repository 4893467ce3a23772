import type { ModeratedGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { lockGroup } from '#server/groups/lock-group.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Takedown } from '#server/ports/takedown-store.ts'

interface Confirmation {
  /** As the path has it. */
  readonly platformId: string
  readonly done: boolean
}

/**
 * Marks all posts of a revoked consent as removed, or as still there; who marked one first stays. Returns the first of
 * them. AppError GROUP_NOT_FOUND, TAKEDOWN_NOT_FOUND when the group has no revoked consent for the platform.
 */
export async function confirmTakedown(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { groupId, moderator }: ModeratedGroup,
  { platformId, done }: Confirmation,
): Promise<Takedown> {
  const id = idFrom(platformId)
  const by = done ? { at: clock.now().toISOString(), username: moderator.username } : null
  return database.transaction(async (tx) => {
    await lockGroup(tx, groupId)
    const ofPlatform = async () => (await tx.takedowns.list({ groupId })).filter((each) => each.platformId === id)
    for (const { takedownId } of await ofPlatform()) await tx.takedowns.mark(takedownId, by)
    const [takedown] = await ofPlatform()
    if (takedown !== undefined) return takedown
    throw new AppError('TAKEDOWN_NOT_FOUND', `The group has no revoked consent for the platform ${platformId}`, {
      details: { platformId },
    })
  })
}
