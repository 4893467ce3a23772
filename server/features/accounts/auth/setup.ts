import { type Account, newUsername } from '#server/domain/accounts/user.ts'
import { sameText } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { inGroups, typedCharacters } from '#server/domain/typed-code.ts'
import { hashNewPassword } from '#server/features/accounts/users/new-password.ts'
import type { SecretBox } from '#server/ports/accounts/secret-box.ts'
import type { Deps } from '#server/ports/deps.ts'
import { failedLoginsOf } from './failed-logins.ts'

type CodeDeps = Pick<Deps, 'config' | 'secretBox'>

/** The same at every start and on all replicas, because it is derived from the secret of the sessions. */
function generatedCode(secretBox: SecretBox): string {
  const bytes = secretBox.derive('setup code', 12)
  return inGroups(Array.from(bytes, (byte) => typedCharacters[byte % typedCharacters.length]).join(''))
}

/** Whether setting up the first admin needs a code: without SETUP_CODE only from this machine itself it does not (D54). */
export const needsSetupCode = ({ config }: Pick<Deps, 'config'>, { isLocal }: { isLocal: boolean }): boolean =>
  !isLocal || config.generateSetupCode || config.secrets.setupCode !== undefined

/** Logs the code at each start without an admin, unless the operator chose one. */
export async function announceSetup(deps: CodeDeps & Pick<Deps, 'database' | 'log'>): Promise<void> {
  const { config, database, secretBox, log } = deps
  if (await database.users.any()) return
  if (config.secrets.setupCode === undefined) log.warn(`setup code: ${generatedCode(secretBox)}`)
}

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
      exhibitionIds: null,
      passwordHash,
      createdAt: clock.now().toISOString(),
    })
  })
  if (user === undefined) throw done()
  return { user, passwordHash, disabled: false }
}

/** A wrong code counts as a failed login of its address, which limits the tries. */
async function checkCode(
  deps: CodeDeps & Pick<Deps, 'counters'>,
  { setupCode, address, isLocal }: { setupCode?: string; address: string; isLocal: boolean },
): Promise<void> {
  const failures = failedLoginsOf(deps, { address })
  await failures.check()
  if (!needsSetupCode(deps, { isLocal })) return
  const expected = deps.config.secrets.setupCode ?? generatedCode(deps.secretBox)
  if (sameText(expected, (setupCode ?? '').trim())) return
  if (setupCode !== undefined) await failures.add()
  const problem = setupCode === undefined ? 'missing' : 'wrong'
  throw new AppError('SETUP_CODE_REQUIRED', `setupCode is ${problem}: the log of the start has it, or SETUP_CODE`)
}
