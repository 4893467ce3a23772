import { addChallenge } from '#server/accounts/challenges.ts'
import { creationOptions } from '#server/accounts/passkeys.ts'
import { isPasskey } from '#server/accounts/require-second-factor.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/domain/caller.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import { AppError } from '#server/errors.ts'

/** What the browser needs to make a passkey; `addPasskey` takes it within five minutes. */
export async function beginPasskey(
  deps: Pick<Deps, 'config' | 'database' | 'settings' | 'clock'>,
  { user, host }: { user: SessionUser; host: string },
): Promise<object> {
  const account = await deps.database.users.find(user.id)
  if (account === undefined) throw new AppError('SESSION_REQUIRED', 'The account is gone')
  const challenge = await addChallenge(deps, { account, purpose: 'passkey' })
  const known = (await deps.database.secondFactors.ofUser(user.id)).filter(isPasskey)
  const { name: siteName } = siteOf(deps.settings.stored.values, deps.config.server)
  return creationOptions({ host, challenge }, { siteName, user, known })
}
