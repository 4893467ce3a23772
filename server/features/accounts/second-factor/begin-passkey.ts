import type { SessionUser } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { addChallenge } from './challenges.ts'
import { creationOptions } from './passkeys.ts'
import { isPasskey } from './require-second-factor.ts'

/** What the browser needs to make a passkey; `addPasskey` takes it within five minutes. */
export async function beginPasskey(
  deps: Pick<Deps, 'database' | 'settings' | 'clock'>,
  { user, host }: { user: SessionUser; host: string },
): Promise<object> {
  const account = await deps.database.users.find(user.id)
  if (account === undefined) throw new AppError('SESSION_REQUIRED', 'The account is gone')
  const challenge = await addChallenge(deps, { account, purpose: 'passkey' })
  const known = (await deps.database.secondFactors.ofUser(user.id)).filter(isPasskey)
  const { siteName } = deps.settings.current
  return creationOptions({ host, challenge }, { siteName, user, known })
}
