import type { Deps } from '#server/deps.ts'
import type { Account } from '#server/domain/user.ts'
import { AppError } from '#server/errors.ts'

/** The same answer, after the same time, for a wrong password and for a user who does not exist (D25). */
export async function login(
  { storage, passwords }: Pick<Deps, 'storage' | 'passwords'>,
  { username, password }: { username: string; password: string; address: string },
): Promise<Account> {
  if (!(await storage.users.any())) {
    throw new AppError('SETUP_REQUIRED', 'No admin exists yet: set up the first one (POST /auth/setup/initial-admin)')
  }
  const account = await storage.users.findByName(username)
  const matches = await passwords.verify(account?.passwordHash, password)
  if (account === undefined || !matches) throw new AppError('LOGIN_FAILED', 'User name or password is wrong')
  return account
}
