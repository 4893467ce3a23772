import type { SessionUser } from '#server/domain/caller.ts'
import type { Deps } from '#server/ports/deps.ts'
import { isTotp } from './require-second-factor.ts'
import { makeTotp } from './totp.ts'

/** Prepares an authenticator app, in place of one that was prepared before and never confirmed. */
export async function addTotp(
  deps: Pick<Deps, 'database' | 'settings' | 'clock' | 'secretBox'>,
  user: SessionUser,
): Promise<{ secret: string; uri: string }> {
  const { secret, uri, sealedSecret } = makeTotp(deps, user)
  const { database, clock } = deps
  await database.transaction(async (tx) => {
    const unconfirmed = (await tx.secondFactors.ofUser(user.id)).filter(isTotp).filter(({ confirmed }) => !confirmed)
    for (const { id } of unconfirmed) await tx.secondFactors.remove(id)
    const createdAt = clock.now().toISOString()
    await tx.secondFactors.addTotp({
      userId: user.id,
      name: 'TOTP',
      sealedSecret,
      confirmed: false,
      lastStep: 0,
      createdAt,
    })
  })
  return { secret, uri }
}
