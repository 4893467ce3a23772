import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Totp } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { isTotp } from './require-second-factor.ts'
import { stepOfCode } from './totp.ts'
import { wrongCodesOf } from './wrong-codes.ts'

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
  await wrongCodes.check()
  const step = await stepOfCode(deps, totp, code.replace(/\s/g, ''))
  if (step === undefined) {
    await wrongCodes.add()
    throw new AppError('INVALID_CODE', 'This is not the code that the app shows now')
  }
  const { codes, digests } = makeRecoveryCodes(user.id)
  const at = deps.clock.now().toISOString()
  await deps.database.transaction(async (tx) => {
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
