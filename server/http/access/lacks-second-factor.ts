import { needsSecondFactor, type User } from '#server/domain/accounts/user.ts'
import type { SecondFactorReads } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Whether the operator asks accounts like this one for a second factor, and it has none (D53, D75). */
export const lacksSecondFactor = async (
  {
    settings,
    database,
  }: Pick<Deps, 'settings'> & { readonly database: { readonly secondFactors: Pick<SecondFactorReads, 'inUse'> } },
  { id, role }: Pick<User, 'id' | 'role'>,
): Promise<boolean> =>
  needsSecondFactor(settings.current.secondFactor, role) && !(await database.secondFactors.inUse(id))
