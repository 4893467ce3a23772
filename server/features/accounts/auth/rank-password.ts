import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'

/** 0 to 4, so that a page can show it before the password is set. AppError SESSION_REQUIRED. */
export async function rankPassword(
  { database, passwords }: Pick<Deps, 'database' | 'passwords'>,
  { caller, password, username }: { caller: SessionUser | undefined; password: string; username?: string },
): Promise<number> {
  // Ranking takes half a second of CPU: without a session only the setup of the first admin may use it.
  if (caller === undefined && (await database.users.any())) {
    throw new AppError('SESSION_REQUIRED', 'Log in first: there is no session, or it has ended')
  }
  const name = username ?? caller?.username
  const { rank } = await passwords.rank(password, [...(name === undefined ? [] : [name]), 'Werkschau'])
  return rank
}
