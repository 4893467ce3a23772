import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { isInUse } from './require-second-factor.ts'

/** Ten new codes in place of those that are left. AppError FACTOR_NOT_FOUND without a second factor. */
export async function renewRecoveryCodes({ database }: Pick<Deps, 'database'>, user: SessionUser): Promise<string[]> {
  const { codes, digests } = makeRecoveryCodes(user.id)
  await database.transaction(async (tx) => {
    if (!(await tx.secondFactors.ofUser(user.id)).some(isInUse)) {
      throw new AppError('FACTOR_NOT_FOUND', 'Recovery codes belong to a second factor: add one first')
    }
    await tx.secondFactors.replaceRecoveryCodes(user.id, digests)
    await tx.withdrawals.add({ kind: 'second_factor_changed', userId: user.id })
  })
  return codes
}
