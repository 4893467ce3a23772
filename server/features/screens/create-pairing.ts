import type { Deps } from '#server/deps.ts'
import { digest } from '#server/domain/digest.ts'
import { newPairingCode, newScreenSecret } from '#server/domain/screen.ts'
import type { Pairing } from '#server/ports/screens.ts'

const lifeMs = 10 * 60_000

/** A code that no other page shows, and the secret with which this page reports. */
export async function createPairing(
  deps: Pick<Deps, 'database' | 'clock'>,
): Promise<Pick<Pairing, 'code' | 'expiresAt'> & { secret: string }> {
  const { database, clock } = deps
  const secret = newScreenSecret()
  const now = clock.now()
  const pairing: Pairing = {
    code: newPairingCode(),
    secretDigest: digest(secret),
    expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
  }
  const added = await database.transaction((tx) => tx.screens.addPairing(pairing, now.toISOString()))
  if (!added) return createPairing(deps)
  return { code: pairing.code, secret, expiresAt: pairing.expiresAt }
}
