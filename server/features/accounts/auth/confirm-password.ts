import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { failedLoginsOf } from './failed-logins.ts'

/** Ends when the password is the user's; a wrong one counts as a failed login (D52). AppError WRONG_PASSWORD, RATE_LIMITED. */
export async function confirmPassword(
  { database, passwords, counters }: Pick<Deps, 'database' | 'passwords' | 'counters'>,
  { user, password, address }: { user: SessionUser; password: string; address: string },
): Promise<void> {
  const account = await database.users.findByName(user.username)
  const failures = failedLoginsOf({ counters }, { username: user.username, address })
  await failures.check()
  if (!(await passwords.verify(account?.passwordHash, password))) {
    await failures.add()
    throw new AppError('WRONG_PASSWORD', 'This is not the password of the account')
  }
  // Of many concurrent guesses, those after the tenth failure do not learn whether they were right.
  await failures.check()
  await failures.forget()
}
