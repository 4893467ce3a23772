import { generateSecret, generateURI, verify } from 'otplib'
import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { wrongCodesOf } from '#server/features/accounts/auth/failed-logins.ts'
import type { Totp } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { isTotp, makeRecoveryCodes } from './factors.ts'

/** Phone clocks differ: the previous and the next code are accepted, too. */
const toleranceSeconds = 30

const purpose = (userId: number) => `totp ${userId}`

type TotpDeps = Pick<Deps, 'secretBox' | 'clock'>

/** Whether codes can be checked: not when the installation's secret has changed since the setup. */
export const isReadable = ({ secretBox }: Pick<Deps, 'secretBox'>, totp: Totp): boolean =>
  secretBox.open(totp.sealedSecret, purpose(totp.userId)) !== undefined

/** The step of the code; undefined when it is wrong, or when it or a later one was used. */
export async function stepOfCode(
  { secretBox, clock }: TotpDeps,
  totp: Totp,
  code: string,
): Promise<number | undefined> {
  const secret = secretBox.open(totp.sealedSecret, purpose(totp.userId))
  if (secret === undefined || !/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(clock.now().getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: toleranceSeconds })
  if (!result.valid || !('timeStep' in result)) return undefined
  return result.timeStep > totp.lastStep ? result.timeStep : undefined
}

/** Prepares an authenticator app, in place of one that was prepared before and never confirmed. */
export async function addTotp(
  { database, settings, clock, secretBox }: Pick<Deps, 'database' | 'settings' | 'clock' | 'secretBox'>,
  user: SessionUser,
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret()
  const sealedSecret = secretBox.seal(secret, purpose(user.id))
  await database.transaction(async (tx) => {
    await tx.serviceState.lock('accounts')
    const unconfirmed = (await tx.secondFactors.ofUser(user.id)).filter(isTotp).filter(({ confirmed }) => !confirmed)
    for (const { id } of unconfirmed) await tx.secondFactors.remove(id)
    const made = { userId: user.id, name: 'TOTP', sealedSecret, createdAt: clock.now().toISOString() }
    await tx.secondFactors.addTotp({ ...made, confirmed: false, lastStep: 0 })
  })
  return { secret, uri: generateURI({ issuer: settings.current.siteName, label: user.username, secret }) }
}

/**
 * Takes the authenticator app into use that `addTotp` prepared; all sessions but `keepSession` end, since they began
 * without a second factor. AppError FACTOR_NOT_FOUND, INVALID_CODE, RATE_LIMITED.
 */
export async function confirmTotp(
  deps: Pick<Deps, 'database' | 'clock' | 'counters' | 'secretBox'>,
  { user, code, keepSession }: { user: SessionUser; code: string; keepSession: string },
): Promise<{ factor: Totp; recoveryCodes: string[] }> {
  const factors = await deps.database.secondFactors.ofUser(user.id)
  const totp = factors.filter(isTotp).find(({ confirmed }) => !confirmed)
  if (totp === undefined) {
    throw new AppError('FACTOR_NOT_FOUND', 'No authenticator app waits for its first code: begin with POST …/totp')
  }
  const wrongCodes = wrongCodesOf(deps, user.id)
  const step = await wrongCodes.attempt(
    () => stepOfCode(deps, totp, code.replace(/\s/g, '')),
    () => new AppError('INVALID_CODE', 'This is not the code that the app shows now'),
  )
  const { codes, digests } = makeRecoveryCodes(user.id)
  const at = deps.clock.now().toISOString()
  await deps.database.transaction(async (tx) => {
    await tx.serviceState.lock('accounts')
    if (!(await tx.secondFactors.useTotp(totp.id, { step, at }))) {
      throw new AppError('INVALID_CODE', 'This code was used already')
    }
    await tx.secondFactors.confirmTotp(totp)
    await tx.secondFactors.replaceRecoveryCodes(user.id, digests)
    await tx.sessions.removeOfUser(user.id, keepSession)
    await tx.withdrawals.add({ kind: 'second_factor_changed', userId: user.id })
  })
  await wrongCodes.forget()
  return { factor: { ...totp, confirmed: true, lastUsedAt: at }, recoveryCodes: codes }
}
