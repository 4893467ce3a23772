import type { Deps } from '#server/deps.ts'
import { type Account, checkNewPassword, newUsername } from '#server/domain/user.ts'
import { AppError } from '#server/errors.ts'

const done = () => new AppError('SETUP_DONE', 'The first admin exists already: log in')

/** Creates the first admin; of several requests at once exactly one does. AppError SETUP_DONE. */
export async function setupInitialAdmin(
  { database, passwords, clock }: Pick<Deps, 'database' | 'passwords' | 'clock'>,
  { username, password }: { username: string; password: string },
): Promise<Account> {
  if (await database.users.any()) throw done()
  const name = newUsername(username)
  checkNewPassword(password)
  const passwordHash = await passwords.hash(password)
  const user = await database.transaction(async (tx) => {
    if (!(await tx.users.claimSetup())) return undefined
    return tx.users.add({
      username: name,
      role: 'admin',
      requiresPasswordChange: false,
      passwordHash,
      createdAt: clock.now().toISOString(),
    })
  })
  if (user === undefined) throw done()
  return { user, passwordHash }
}
