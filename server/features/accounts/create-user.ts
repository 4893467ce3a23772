import type { Deps } from '#server/deps.ts'
import type { Admin, Role } from '#server/domain/caller.ts'
import { checkNewPassword, newUsername } from '#server/domain/user.ts'
import { AppError } from '#server/errors.ts'

/** AppError INVALID_BODY (the name), INVALID_PASSWORD, USER_EXISTS. */
export async function createUser(
  { database, passwords, clock }: Pick<Deps, 'database' | 'passwords' | 'clock'>,
  input: { username: string; password: string; role?: Role; requirePasswordChange?: boolean },
): Promise<Admin> {
  const username = newUsername(input.username)
  checkNewPassword(input.password)
  const passwordHash = await passwords.hash(input.password)
  const user = await database.transaction((tx) =>
    tx.users.add({
      username,
      role: input.role ?? 'admin',
      requiresPasswordChange: input.requirePasswordChange ?? false,
      passwordHash,
      createdAt: clock.now().toISOString(),
    }),
  )
  if (user === undefined) throw new AppError('USER_EXISTS', `The user name ${username} is taken`)
  return user
}
