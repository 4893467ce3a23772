import type { SessionUser } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError, invalidBody } from '#server/domain/errors.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { inGroups, newTypedCode, typedCodeFrom } from '#server/domain/typed-code.ts'
import type { Passkey, SecondFactor, Totp } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'

export const isTotp = (factor: SecondFactor): factor is Totp => factor.type === 'totp'
export const isPasskey = (factor: SecondFactor): factor is Passkey => factor.type === 'passkey'
/** A TOTP counts once a code of it was entered. */
export const isInUse = (factor: SecondFactor): boolean => !isTotp(factor) || factor.confirmed

const maxLength = 100

/** undefined when nothing is left of it. AppError TEXT_TOO_LONG. */
export const factorName = (name: string | undefined): string | undefined =>
  optionalText('name', name, maxLength) ?? undefined

const howMany = 10

export const recoveryDigest = (userId: number, code: string): string => digest(`${userId}\n${typedCodeFrom(code)}`)

/** `ABCD-EFGH-JKLM-NPQR`: each for one login. Only their digests are kept: 79 bits are enough for plain ones. */
export function makeRecoveryCodes(userId: number): { codes: string[]; digests: string[] } {
  const codes = Array.from({ length: howMany }, () => inGroups(newTypedCode(16)))
  return { codes, digests: codes.map((code) => recoveryDigest(userId, code)) }
}

/** Names one of the user's own factors. AppError FACTOR_NOT_FOUND, INVALID_BODY, TEXT_TOO_LONG. */
export async function renameFactor(
  { database }: Pick<Deps, 'database'>,
  { user, id, name }: { user: SessionUser; id: string; name: string },
): Promise<SecondFactor> {
  const newName = factorName(name)
  if (newName === undefined) throw invalidBody('name', 'name is empty')
  return database.transaction(async (tx) => {
    const factors = (await tx.secondFactors.ofUser(user.id)).filter(isInUse)
    const factor = factors.find((each) => String(each.id) === id)
    if (factor === undefined) throw new AppError('FACTOR_NOT_FOUND', 'The account has no such second factor')
    await tx.secondFactors.rename(factor.id, newName)
    return { ...factor, name: newName }
  })
}

/** Removes one of the user's own factors. AppError FACTOR_NOT_FOUND. */
export async function deleteFactor(
  { database }: Pick<Deps, 'database'>,
  { user, id }: { user: SessionUser; id: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.serviceState.lock('accounts')
    const factors = await tx.secondFactors.ofUser(user.id)
    const factor = factors.find((each) => String(each.id) === id)
    if (factor === undefined) throw new AppError('FACTOR_NOT_FOUND', 'The account has no such second factor')
    await tx.secondFactors.remove(factor.id)
    await tx.withdrawals.add({ kind: 'second_factor_changed', userId: user.id })
    const left = factors.filter((each) => each !== factor && isInUse(each))
    if (left.length === 0) await tx.secondFactors.replaceRecoveryCodes(user.id, [])
  })
}

/** Ten new codes in place of those that are left. AppError FACTOR_NOT_FOUND without a second factor. */
export async function renewRecoveryCodes({ database }: Pick<Deps, 'database'>, user: SessionUser): Promise<string[]> {
  const { codes, digests } = makeRecoveryCodes(user.id)
  await database.transaction(async (tx) => {
    await tx.serviceState.lock('accounts')
    if (!(await tx.secondFactors.ofUser(user.id)).some(isInUse)) {
      throw new AppError('FACTOR_NOT_FOUND', 'Recovery codes belong to a second factor: add one first')
    }
    await tx.secondFactors.replaceRecoveryCodes(user.id, digests)
    await tx.withdrawals.add({ kind: 'second_factor_changed', userId: user.id })
  })
  return codes
}
