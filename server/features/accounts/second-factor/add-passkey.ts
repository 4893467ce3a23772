import type { SessionUser } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Passkey } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { accountOfChallenge } from './challenges.ts'
import { factorName } from './factor-name.ts'
import { challengeOf, checkCreation } from './passkeys.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { isInUse } from './require-second-factor.ts'

const invalid = () =>
  new AppError('INVALID_PASSKEY', 'The passkey could not be checked: it is broken, for another host, or took too long')

interface NewPasskeyInput {
  readonly user: SessionUser
  readonly name?: string
  readonly attestation: object
  readonly host: string
  readonly keepSession: string
}

/**
 * Takes a passkey into use; the account's first factor comes with recovery codes. All sessions but `keepSession` end.
 * AppError INVALID_PASSKEY, PASSKEY_EXISTS, TEXT_TOO_LONG.
 */
export async function addPasskey(
  deps: Pick<Deps, 'database' | 'clock'>,
  { user, name, attestation, host, keepSession }: NewPasskeyInput,
): Promise<{ factor: Passkey; recoveryCodes?: string[] }> {
  const shownName = factorName(name) ?? 'Passkey'
  const challenge = challengeOf(attestation) ?? ''
  const account = await accountOfChallenge(deps, { challenge, purpose: 'passkey' })
  if (account?.user.id !== user.id) throw invalid()
  const made = await checkCreation({ host, challenge }, attestation)
  if (made === undefined) throw invalid()
  return deps.database.transaction(async (tx) => {
    if ((await tx.secondFactors.takeChallenge(digest(challenge))) === undefined) throw invalid()
    const isFirst = !(await tx.secondFactors.ofUser(user.id)).some(isInUse)
    const createdAt = deps.clock.now().toISOString()
    const factor = await tx.secondFactors.addPasskey({ ...made, userId: user.id, name: shownName, createdAt })
    if (factor === undefined) throw new AppError('PASSKEY_EXISTS', 'This passkey is in use already')
    await tx.sessions.removeOfUser(user.id, keepSession)
    await tx.withdrawals.add({ kind: 'second_factor_changed', userId: user.id })
    if (!isFirst) return { factor }
    const { codes, digests } = makeRecoveryCodes(user.id)
    await tx.secondFactors.replaceRecoveryCodes(user.id, digests)
    return { factor, recoveryCodes: codes }
  })
}
