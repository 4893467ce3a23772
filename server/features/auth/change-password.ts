import type { Deps } from '#server/deps.ts'
import type { Admin } from '#server/domain/caller.ts'
import { type Account, checkNewPassword } from '#server/domain/user.ts'
import { AppError } from '#server/errors.ts'

const wrong = () => new AppError('WRONG_PASSWORD', 'currentPassword is not the current password')

/** Ends all sessions of the user; the caller starts a new one. AppError WRONG_PASSWORD, INVALID_PASSWORD, USER_NOT_FOUND. */
export async function changePassword(
  { storage, passwords }: Pick<Deps, 'storage' | 'passwords'>,
  { user, currentPassword, newPassword }: { user: Admin; currentPassword: string; newPassword: string },
): Promise<Account> {
  const account = await storage.users.findByName(user.username)
  if (account === undefined) throw new AppError('USER_NOT_FOUND', `There is no user ${user.username}`)
  checkNewPassword(newPassword)
  if (!(await passwords.verify(account.passwordHash, currentPassword))) throw wrong()
  if (account.user.requiresPasswordChange && newPassword === currentPassword) {
    throw new AppError('INVALID_PASSWORD', 'newPassword is the password that has to be changed')
  }
  const passwordHash = await passwords.hash(newPassword)
  await storage.transaction(async (tx) => {
    const changed = await tx.users.changePassword(user.id, {
      passwordHash,
      expected: account.passwordHash,
      requiresPasswordChange: false,
    })
    // It was changed since it was checked.
    if (!changed) throw wrong()
    await tx.sessions.removeOfUser(user.id)
  })
  return { user: { ...account.user, requiresPasswordChange: false }, passwordHash }
}
