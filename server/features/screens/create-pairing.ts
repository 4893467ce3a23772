import type { FirstSettings } from '#contract/screens.ts'
import { digest } from '#server/domain/digest.ts'
import { checkYears, newPairingCode, newScreenSecret } from '#server/domain/screen.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Pairing } from '#server/ports/screens.ts'

const lifeMs = 10 * 60_000

/** A code that no other page shows, and the secret with which this page reports. AppError INVALID_BODY. */
export async function createPairing(
  deps: Pick<Deps, 'database' | 'clock'>,
  settings: FirstSettings,
): Promise<Pick<Pairing, 'code' | 'expiresAt'> & { secret: string }> {
  const { database, clock } = deps
  checkYears(settings)
  const secret = newScreenSecret()
  const now = clock.now()
  const pairing: Pairing = {
    code: newPairingCode(),
    secretDigest: digest(secret),
    expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
    settings,
  }
  const added = await database.transaction((tx) => tx.screens.addPairing(pairing, now.toISOString()))
  if (!added) return createPairing(deps, settings)
  return { code: pairing.code, secret, expiresAt: pairing.expiresAt }
}
