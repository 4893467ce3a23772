import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { SecondFactor } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { factorName } from './factor-name.ts'
import { isInUse } from './require-second-factor.ts'

/** Names one of the user's own factors. AppError FACTOR_NOT_FOUND, INVALID_BODY, TEXT_TOO_LONG. */
export async function renameFactor(
  { database }: Pick<Deps, 'database'>,
  { user, id, name }: { user: SessionUser; id: string; name: string },
): Promise<SecondFactor> {
  const newName = factorName(name)
  if (newName === undefined) throw new AppError('INVALID_BODY', 'name is empty', { details: { field: 'name' } })
  return database.transaction(async (tx) => {
    const factors = (await tx.secondFactors.ofUser(user.id)).filter(isInUse)
    const factor = factors.find((each) => String(each.id) === id)
    if (factor === undefined) throw new AppError('FACTOR_NOT_FOUND', 'The account has no such second factor')
    await tx.secondFactors.rename(factor.id, newName)
    return { ...factor, name: newName }
  })
}
