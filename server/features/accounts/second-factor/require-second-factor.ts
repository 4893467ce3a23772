import { AppError } from '#server/domain/errors.ts'
import type { Account } from '#server/domain/user.ts'
import type { Passkey, SecondFactor, Totp } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { addChallenge } from './challenges.ts'
import { requestOptions } from './passkeys.ts'
import { isReadable } from './totp.ts'

export const isTotp = (factor: SecondFactor): factor is Totp => factor.type === 'totp'
export const isPasskey = (factor: SecondFactor): factor is Passkey => factor.type === 'passkey'
/** A TOTP counts once a code of it was entered. */
export const isInUse = (factor: SecondFactor): boolean => !isTotp(factor) || factor.confirmed

/**
 * After a right password: lets accounts without a second factor through. AppError SECOND_FACTOR_REQUIRED with the
 * challenge that `finishLogin` takes (D53).
 */
export async function requireSecondFactor(
  deps: Pick<Deps, 'database' | 'clock' | 'secretBox'>,
  { account, host }: { account: Account; host: string },
): Promise<void> {
  const factors = (await deps.database.secondFactors.ofUser(account.user.id)).filter(isInUse)
  if (factors.length === 0) return
  const challenge = await addChallenge(deps, { account, purpose: 'login' })
  const passkeys = factors.filter(isPasskey)
  const codes = await deps.database.secondFactors.recoveryCodes(account.user.id)
  const methods = [
    ...(factors.filter(isTotp).some((totp) => isReadable(deps, totp)) ? ['totp'] : []),
    ...(passkeys.length > 0 ? ['passkey'] : []),
    ...(codes.length > 0 ? ['recovery_code'] : []),
  ]
  throw new AppError('SECOND_FACTOR_REQUIRED', 'The password is right; the second factor is still needed', {
    details: {
      challenge,
      methods,
      ...(passkeys.length > 0 && { passkey: await requestOptions({ host, challenge }, passkeys) }),
    },
  })
}
