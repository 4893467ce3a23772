import { AppError } from '#server/domain/errors.ts'
import type { Account } from '#server/domain/user.ts'
import { requireSecondFactor } from '#server/features/accounts/second-factor/require-second-factor.ts'
import type { Deps } from '#server/ports/deps.ts'
import { failedLoginsOf } from './failed-logins.ts'

/**
 * The same answer, after the same time, for a wrong password and for a user who does not exist or is disabled (D25).
 * AppError SETUP_REQUIRED, LOGIN_FAILED,
 * SECOND_FACTOR_REQUIRED, RATE_LIMITED.
 */
export async function login(
  deps: Pick<Deps, 'database' | 'passwords' | 'counters' | 'clock' | 'secretBox'>,
  { username, password, address, host }: { username: string; password: string; address: string; host: string },
): Promise<Account> {
  const { database, passwords } = deps
  if (!(await database.users.any())) {
    throw new AppError('SETUP_REQUIRED', 'No admin exists yet: set up the first one (POST /auth/setup/initial-admin)')
  }
  const failures = failedLoginsOf(deps, { username, address })
  await failures.check()
  const account = await database.users.findByName(username)
  const matches = await passwords.verify(account?.passwordHash, password)
  if (account === undefined || account.disabled || !matches) {
    await failures.add()
    throw new AppError('LOGIN_FAILED', 'User name or password is wrong')
  }
  // Of many concurrent guesses, those after the tenth failure do not learn whether they were right.
  await failures.check()
  await requireSecondFactor(deps, { account, host })
  await failures.forget()
  return account
}
