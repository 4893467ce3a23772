import { checkNewPassword } from '#server/domain/accounts/user.ts'
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

function tooWeak(details: { rank: number; advice: readonly string[]; min: number }): AppError {
  const { rank, advice, min } = details
  const problem = `The password is too easy to guess: its strength is ${rank}, at least ${min} of 4 is needed.`
  return new AppError('WEAK_PASSWORD', [problem, ...advice].join(' '), { details })
}
