import type { Moderator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Takedown } from '#server/ports/takedown-store.ts'

/** Marks a takedown as done by the moderator, or opens it again; who marked it first stays. AppError TAKEDOWN_NOT_FOUND. */
export async function markTakedown(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  moderator: Moderator,
  { takedownId, done }: { readonly takedownId: string; readonly done: boolean },
): Promise<Takedown> {
  const by = done ? { at: clock.now().toISOString(), username: moderator.username } : null
  return database.transaction(async (tx) => {
    await tx.takedowns.mark(takedownId, by)
    const takedown = await tx.takedowns.find(takedownId)
    if (takedown !== undefined) return takedown
    throw new AppError('TAKEDOWN_NOT_FOUND', 'There is no such takedown')
  })
}
