import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'

type SetupDeps = Pick<Deps, 'config' | 'database'>

/** Without characters that look alike. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const generate = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

const digest = (code: string) => createHash('sha256').update(code.trim()).digest()

/** Whether setting up the first admin needs a code (D54). */
export const needsSetupCode = ({ config }: Pick<Deps, 'config'>): boolean =>
  config.generateSetupCode || config.secrets.setupCode !== undefined

/**
 * At the start: generates the code if configured, and prints it once; warns while any visitor could set up the
 * first admin. When replicas start together, one generates it.
 */
export async function prepareSetup({ config, database, log }: SetupDeps & Pick<Deps, 'log'>): Promise<void> {
  if (await database.users.any()) return
  if (!needsSetupCode({ config })) {
    log.warn('no admin exists yet and SETUP_CODE is not set: whoever opens /admin first becomes the admin')
    return
  }
  if (!config.generateSetupCode) return
  const generated = await database.transaction(async (tx) => {
    if ((await tx.serviceState.lock('setup_code')) !== undefined) return undefined
    const code = generate()
    await tx.serviceState.set('setup_code', digest(code).toString('base64url'))
    return code
  })
  if (generated !== undefined) log.warn(`setup code: ${generated}`)
  else log.info('no admin exists yet; the setup code was printed at the first start')
}

/** AppError SETUP_CODE_REQUIRED unless none is needed or this is it. */
export async function checkSetupCode({ config, database }: SetupDeps, code: string | undefined): Promise<void> {
  if (!needsSetupCode({ config })) return
  const { setupCode } = config.secrets
  const stored = setupCode === undefined ? await database.serviceState.get('setup_code') : undefined
  const expected = setupCode === undefined ? Buffer.from(stored ?? '', 'base64url') : digest(setupCode)
  const given = digest(code ?? '')
  if (expected.length === given.length && timingSafeEqual(expected, given)) return
  throw new AppError('SETUP_CODE_REQUIRED', `setupCode is ${code === undefined ? 'missing' : 'wrong'}`)
}
