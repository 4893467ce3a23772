import type { Operator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { User } from '#server/domain/user.ts'
import type { Deps } from '#server/ports/deps.ts'
import { hashNewPassword, type NewPasswordDeps } from './new-password.ts'

/** Sets a password without asking for the old one, and ends the user's sessions. AppError USER_NOT_FOUND, INVALID_PASSWORD, WEAK_PASSWORD. */
export async function resetPassword(
  deps: Pick<Deps, 'database'> & NewPasswordDeps,
  _by: Operator,
  input: { username: string; password: string; requirePasswordChange: boolean },
): Promise<User> {
  const passwordHash = await hashNewPassword(deps, input)
  return deps.database.transaction(async (tx) => {
    const account = await tx.users.findByName(input.username)
    if (account === undefined) throw new AppError('USER_NOT_FOUND', `There is no user ${input.username}`)
    const { user } = account
    await tx.users.changePassword(user.id, {
      passwordHash,
      requiresPasswordChange: input.requirePasswordChange,
    })
    await tx.sessions.removeOfUser(user.id)
    await tx.withdrawals.add({ kind: 'password_changed', userId: user.id })
    return { ...user, requiresPasswordChange: input.requirePasswordChange }
  })
}
