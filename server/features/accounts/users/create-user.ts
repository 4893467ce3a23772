import type { Role } from '#contract/operation/access.ts'
import type { AccountManager } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { newUsername, type User } from '#server/domain/user.ts'
import type { Deps } from '#server/ports/deps.ts'
import { hashNewPassword, type NewPasswordDeps } from './new-password.ts'

/** AppError INVALID_BODY (the name), INVALID_PASSWORD, WEAK_PASSWORD, USER_EXISTS. */
export async function createUser(
  deps: Pick<Deps, 'database' | 'clock'> & NewPasswordDeps,
  _by: AccountManager,
  input: { username: string; password: string; role?: Role; requirePasswordChange?: boolean },
): Promise<User> {
  const username = newUsername(input.username)
  const passwordHash = await hashNewPassword(deps, { password: input.password, username })
  return deps.database.transaction(async (tx) => {
    const user = await tx.users.add({
      username,
      role: input.role ?? 'admin',
      requiresPasswordChange: input.requirePasswordChange ?? false,
      passwordHash,
      createdAt: deps.clock.now().toISOString(),
    })
    if (user === undefined) throw new AppError('USER_EXISTS', `The user name ${username} is taken`)
    return user
  })
}
