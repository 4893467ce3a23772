import { type Account, checkNewPassword } from '#server/domain/accounts/user.ts'
import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { hashNewPassword } from '#server/features/accounts/users/new-password.ts'
import type { Deps } from '#server/ports/deps.ts'
import { failedLoginsOf, type LoginAttempt } from './failed-logins.ts'

/** 0 to 4, so that a page can show it before the password is set. AppError SESSION_REQUIRED. */
export async function rankPassword(
  { database, passwords }: Pick<Deps, 'database' | 'passwords'>,
  { caller, password, username }: { caller: SessionUser | undefined; password: string; username?: string },
): Promise<number> {
  // Ranking takes half a second of CPU: without a session only the setup of the first admin may use it.
  if (caller === undefined && (await database.users.any())) {
    throw new AppError('SESSION_REQUIRED', 'Log in first: there is no session, or it has ended')
  }
  const name = username ?? caller?.username
  const { rank } = await passwords.rank(password, [...(name === undefined ? [] : [name]), 'Werkschau'])
  return rank
}

/** Ends when the password is the user's; a wrong one counts as a failed login (D52). AppError WRONG_PASSWORD, RATE_LIMITED. */
export async function confirmPassword(
  { database, passwords, counters }: Pick<Deps, 'database' | 'passwords' | 'counters'>,
  { user, password, ...from }: LoginAttempt & { user: SessionUser; password: string },
): Promise<void> {
  const account = await database.users.findByName(user.username)
  const failures = failedLoginsOf({ counters }, { ...from, username: user.username })
  await failures.attempt(
    () => passwords.verify(account?.passwordHash, password),
    () => new AppError('WRONG_PASSWORD', 'This is not the password of the account'),
  )
  await failures.forget()
}

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
    ...from
  }: LoginAttempt & { user: SessionUser; currentPassword: string; newPassword: string },
): Promise<Account> {
  const account = await database.users.findByName(user.username)
  if (account === undefined) throw new AppError('USER_NOT_FOUND', `There is no user ${user.username}`)
  checkNewPassword(newPassword, user.username)
  const failures = failedLoginsOf({ counters }, { ...from, username: user.username })
  await failures.attempt(() => passwords.verify(account.passwordHash, currentPassword), wrong)
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
  const changed = { ...account.user, requiresPasswordChange: false }
  return { ...account, user: changed, passwordHash, hasUsedFactor: true }
}
