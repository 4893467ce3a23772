import type { Admin } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { newSettings, pairingCodeFrom, type Screen } from '#server/domain/screen.ts'
import type { Deps } from '#server/ports/deps.ts'
import { screenName } from './screen-name.ts'

/** Gives the page that shows the code a name; it keeps what its address says. AppError PAIRING_NOT_FOUND, INVALID_BODY, TEXT_TOO_LONG. */
export async function createScreen(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  _by: Admin,
  input: { code: string; name: string },
): Promise<Screen> {
  const name = screenName(input.name)
  const now = clock.now().toISOString()
  return database.transaction(async (tx) => {
    const pairing = await tx.screens.takePairing(pairingCodeFrom(input.code), now)
    if (pairing === undefined) {
      throw new AppError('PAIRING_NOT_FOUND', 'No screen shows this code; it changes every ten minutes')
    }
    const settings = { ...newSettings, ...pairing.settings }
    return tx.screens.add({ name, settings, createdAt: now }, pairing.secretDigest)
  })
}
