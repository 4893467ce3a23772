import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { isInUse } from './require-second-factor.ts'

/** Removes one of the user's own factors. AppError FACTOR_NOT_FOUND. */
export async function deleteFactor(
  { database }: Pick<Deps, 'database'>,
  { user, id }: { user: SessionUser; id: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const factors = await tx.secondFactors.ofUser(user.id)
    const factor = factors.find((each) => String(each.id) === id)
    if (factor === undefined) throw new AppError('FACTOR_NOT_FOUND', 'The account has no such second factor')
    await tx.secondFactors.remove(factor.id)
    await tx.withdrawals.add({ kind: 'second_factor_changed', userId: user.id })
    const left = factors.filter((each) => each !== factor && isInUse(each))
    if (left.length === 0) await tx.secondFactors.replaceRecoveryCodes(user.id, [])
  })
}
