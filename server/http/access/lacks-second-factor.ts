import { needsSecondFactor, type User } from '#server/domain/user.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Whether the operator asks accounts like this one for a second factor, and it has none (D53, D75). */
export const lacksSecondFactor = async (
  { settings, database }: Pick<Deps, 'settings' | 'database'>,
  { id, role }: Pick<User, 'id' | 'role'>,
): Promise<boolean> =>
  needsSecondFactor(settings.current.secondFactor, role) && !(await database.secondFactors.inUse(id))
