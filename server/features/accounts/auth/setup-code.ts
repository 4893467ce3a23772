import { sameText } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import type { SecretBox } from '#server/ports/accounts/secret-box.ts'
import type { Deps } from '#server/ports/deps.ts'

type CodeDeps = Pick<Deps, 'config' | 'secretBox'>

/** Without characters that look alike. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The same at every start and on all replicas, because it is derived from the secret of the sessions. */
function generatedCode(secretBox: SecretBox): string {
  const code = Array.from(secretBox.derive('setup code', 12), (byte) => letters[byte % letters.length]).join('')
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Whether setting up the first admin needs a code: without SETUP_CODE only from this machine itself it does not (D54). */
export const needsSetupCode = ({ config }: Pick<Deps, 'config'>, { isLocal }: { isLocal: boolean }): boolean =>
  !isLocal || config.generateSetupCode || config.secrets.setupCode !== undefined

/** Logs the code at each start without an admin, unless the operator chose one. */
export async function announceSetup({
  config,
  database,
  secretBox,
  log,
}: CodeDeps & Pick<Deps, 'database' | 'log'>): Promise<void> {
  if (await database.users.any()) return
  if (config.secrets.setupCode === undefined) log.warn(`setup code: ${generatedCode(secretBox)}`)
}

/** AppError SETUP_CODE_REQUIRED unless none is needed or this is it. */
export function checkSetupCode(
  { config, secretBox }: CodeDeps,
  { setupCode, isLocal }: { setupCode: string | undefined; isLocal: boolean },
): void {
  if (!needsSetupCode({ config }, { isLocal })) return
  const expected = config.secrets.setupCode ?? generatedCode(secretBox)
  if (sameText(expected, (setupCode ?? '').trim())) return
  throw new AppError(
    'SETUP_CODE_REQUIRED',
    `setupCode is ${setupCode === undefined ? 'missing' : 'wrong'}: the log of the start has it, or SETUP_CODE`,
  )
}
