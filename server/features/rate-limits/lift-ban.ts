import type { Admin } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { isBanned } from '#server/domain/failed-validations.ts'
import { countedAddress } from '#server/http/access/client-address.ts'
import type { Deps } from '#server/ports/deps.ts'

/**
 * Ends a ban and forgets the failed validations that led to it. The address is one that `listBans` shows, or any address
 * that the ban covers. AppError BAN_NOT_FOUND.
 */
export async function liftBan(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  _by: Admin,
  { address: asked }: { address: string },
): Promise<{ address: string }> {
  const address = countedAddress(asked.replace(/\/64$/, ''))
  await database.transaction(async (tx) => {
    const failed = await tx.failedValidations.find(address)
    if (failed === undefined || !isBanned(failed, clock.now())) {
      throw new AppError('BAN_NOT_FOUND', 'No ban of this address is in force')
    }
    await tx.failedValidations.remove(address)
  })
  return { address }
}
