import type { Deps } from '#server/deps.ts'
import type { Admin } from '#server/domain/caller.ts'
import { checkNewPassword } from '#server/domain/user.ts'
import { AppError } from '#server/errors.ts'

/** Sets a password without knowing the old one, and ends the user's sessions. AppError USER_NOT_FOUND, INVALID_PASSWORD. */
export async function resetPassword(
  { database, passwords }: Pick<Deps, 'database' | 'passwords'>,
  input: { username: string; password: string; requirePasswordChange: boolean },
): Promise<Admin> {
  checkNewPassword(input.password)
  const passwordHash = await passwords.hash(input.password)
  return database.transaction(async (tx) => {
    const account = await tx.users.findByName(input.username)
    if (account === undefined) throw new AppError('USER_NOT_FOUND', `There is no user ${input.username}`)
    const { user } = account
    await tx.users.changePassword(user.id, {
      passwordHash,
      requiresPasswordChange: input.requirePasswordChange,
    })
    await tx.sessions.removeOfUser(user.id)
    return { ...user, requiresPasswordChange: input.requirePasswordChange }
  })
}
