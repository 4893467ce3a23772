import { AppError } from '#server/domain/errors.ts'
import { type Account, newUsername } from '#server/domain/user.ts'
import { hashNewPassword } from '#server/features/accounts/users/new-password.ts'
import type { Deps } from '#server/ports/deps.ts'
import { failedLoginsOf } from './failed-logins.ts'
import { checkSetupCode } from './setup-code.ts'

const done = () => new AppError('SETUP_DONE', 'The first admin exists already: log in')

/** Creates the first admin; of several concurrent requests exactly one succeeds. AppError SETUP_DONE, SETUP_CODE_REQUIRED, RATE_LIMITED. */
export async function setupInitialAdmin(
  deps: Pick<Deps, 'database' | 'passwords' | 'clock' | 'config' | 'counters' | 'secretBox'>,
  input: { username: string; password: string; setupCode?: string; address: string; isLocal: boolean },
): Promise<Account> {
  const { database, clock } = deps
  if (await database.users.any()) throw done()
  await checkCode(deps, input)
  const name = newUsername(input.username)
  const passwordHash = await hashNewPassword(deps, { password: input.password, username: name })
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
  return { user, passwordHash, disabled: false }
}

/** A wrong code counts as a failed login of its address, which limits the tries. */
async function checkCode(
  deps: Pick<Deps, 'config' | 'counters' | 'secretBox'>,
  { setupCode, address, isLocal }: { setupCode?: string; address: string; isLocal: boolean },
): Promise<void> {
  const failures = failedLoginsOf(deps, { address })
  await failures.check()
  try {
    checkSetupCode(deps, { setupCode, isLocal })
  } catch (error) {
    if (setupCode !== undefined) await failures.add()
    throw error
  }
}
