import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { type Account, checkNewPassword } from '#server/domain/user.ts'
import { hashNewPassword } from '#server/features/accounts/users/new-password.ts'
import type { Deps } from '#server/ports/deps.ts'
import { failedLoginsOf } from './failed-logins.ts'

const wrong = () => new AppError('WRONG_PASSWORD', 'currentPassword is not the current password')

/**
 * Ends all sessions of the user; the caller starts a new one. A wrong current password counts as a failed login, so that
 * a stolen session cannot be used to guess the password (D25). AppError WRONG_PASSWORD, INVALID_PASSWORD,
 * WEAK_PASSWORD, USER_NOT_FOUND, RATE_LIMITED.
 */
export async function changePassword(
  { database, passwords, counters, config }: Pick<Deps, 'database' | 'passwords' | 'counters' | 'config'>,
  {
    user,
    currentPassword,
    newPassword,
    address,
  }: { user: SessionUser; currentPassword: string; newPassword: string; address: string },
): Promise<Account> {
  const account = await database.users.findByName(user.username)
  if (account === undefined) throw new AppError('USER_NOT_FOUND', `There is no user ${user.username}`)
  checkNewPassword(newPassword, user.username)
  const failures = failedLoginsOf({ counters }, { username: user.username, address })
  await failures.check()
  if (!(await passwords.verify(account.passwordHash, currentPassword))) {
    await failures.add()
    throw wrong()
  }
  // Of many concurrent guesses, those after the tenth failure do not learn whether they were right.
  await failures.check()
  if (account.user.requiresPasswordChange && newPassword === currentPassword) {
    throw new AppError('INVALID_PASSWORD', 'newPassword is the password that has to be changed')
  }
  const passwordHash = await hashNewPassword({ passwords, config }, { password: newPassword, username: user.username })
  await database.transaction(async (tx) => {
    const changed = await tx.users.changePassword(user.id, {
      passwordHash,
      expected: account.passwordHash,
      requiresPasswordChange: false,
    })
    // It was changed since it was checked.
    if (!changed) throw wrong()
    await tx.sessions.removeOfUser(user.id)
    await tx.withdrawals.add({ kind: 'password_changed', userId: user.id })
  })
  await failures.forget()
  return { ...account, user: { ...account.user, requiresPasswordChange: false }, passwordHash }
}
