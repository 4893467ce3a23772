import { checkNewPassword, type User } from '#server/domain/accounts/user.ts'
import type { Operator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'

export interface NewPasswordDeps extends Pick<Deps, 'passwords'> {
  readonly config: Pick<Deps['config'], 'passwordMinStrength'>
}

/** The hash of a new password. AppError INVALID_PASSWORD (D25), WEAK_PASSWORD (D53). */
export async function hashNewPassword(
  { passwords, config: { passwordMinStrength } }: NewPasswordDeps,
  { password, username }: { password: string; username: string },
): Promise<string> {
  checkNewPassword(password, username)
  if (passwordMinStrength > 0) {
    const { rank, advice } = await passwords.rank(password, [username, 'Werkschau'])
    if (rank < passwordMinStrength) throw tooWeak({ rank, advice, min: passwordMinStrength })
  }
  return passwords.hash(password)
}

const tooWeak = (details: { rank: number; advice: readonly string[]; min: number }) =>
  new AppError(
    'WEAK_PASSWORD',
    [
      `The password is too easy to guess: its strength is ${details.rank}, at least ${details.min} of 4 is needed.`,
      ...details.advice,
    ].join(' '),
    { details },
  )

/** Sets a password without asking for the old one, and ends the user's sessions. AppError USER_NOT_FOUND, INVALID_PASSWORD, WEAK_PASSWORD. */
export async function resetPassword(
  deps: Pick<Deps, 'database'> & NewPasswordDeps,
  _by: Operator,
  input: { username: string; password: string; requirePasswordChange: boolean },
): Promise<User> {
  const passwordHash = await hashNewPassword(deps, input)
  return deps.database.transaction(async (tx) => {
    const account = await tx.users.findByName(input.username)
    if (account === undefined) throw new AppError('USER_NOT_FOUND', `There is no user ${input.username}`)
    const { user } = account
    await tx.users.changePassword(user.id, {
      passwordHash,
      requiresPasswordChange: input.requirePasswordChange,
    })
    await tx.sessions.removeOfUser(user.id)
    await tx.withdrawals.add({ kind: 'password_changed', userId: user.id })
    return { ...user, requiresPasswordChange: input.requirePasswordChange }
  })
}
