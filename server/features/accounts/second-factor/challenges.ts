import { randomBytes } from 'node:crypto'
import { type Account, credentialOf } from '#server/domain/accounts/user.ts'
import { digest } from '#server/domain/digest.ts'
import type { Challenge } from '#server/ports/accounts/second-factors.ts'
import type { Database, Deps } from '#server/ports/deps.ts'

const lifetimeMs = 5 * 60_000

/** Starts a two-step operation that the next request completes; only a digest of the challenge is stored. */
export async function addChallenge(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { account, purpose }: { account: Account; purpose: Challenge['purpose'] },
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const now = clock.now()
  await database.transaction(async (tx) => {
    await tx.secondFactors.removeChallengesBefore(now.toISOString())
    await tx.secondFactors.addChallenge({
      digest: digest(challenge),
      purpose,
      userId: account.user.id,
      credential: credentialOf(account.passwordHash),
      expiresAt: new Date(now.getTime() + lifetimeMs).toISOString(),
    })
  })
  return challenge
}

/** Whose challenge it is, while it lasts and the account is as it was when it began. */
export async function accountOfChallenge(
  { database, clock }: Pick<Deps, 'clock'> & { readonly database: Pick<Database, 'secondFactors' | 'users'> },
  { challenge, purpose }: { challenge: string; purpose: Challenge['purpose'] },
): Promise<Account | undefined> {
  const known = await database.secondFactors.findChallenge(digest(challenge))
  if (known === undefined || known.purpose !== purpose) return undefined
  if (known.expiresAt <= clock.now().toISOString()) return undefined
  const account = await database.users.find(known.userId)
  if (account === undefined || account.disabled) return undefined
  return credentialOf(account.passwordHash) === known.credential ? account : undefined
}
