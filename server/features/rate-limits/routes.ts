import * as contract from '#contract/rate-limits.ts'
import type { Admin } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { isBanned } from '#server/domain/failed-validations.ts'
import { countedAddress } from '#server/http/access/client-address.ts'
import { managementRule } from '#server/http/rate-limits.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'

/** The management rate limit, and the bans that follow wrong tokens. */
export function rateLimitRoutes(deps: Deps, route: Route): void {
  const { settings, clock, counters, database } = deps

  route(contract.getRateLimiterStats, async () => {
    const { requests, blocked, clients } = await counters.totals(managementRule(settings))
    return { totalRequests: requests, blockedRequests: blocked, activeClients: clients }
  })

  route(contract.listBans, async () => {
    const banned = await database.failedValidations.bans(clock.now().toISOString())
    const bans = banned.map(({ address, bannedUntil, failedAt }) => ({
      address,
      bannedUntil: bannedUntil as string,
      failedValidations: failedAt.length,
    }))
    return { bans, total: bans.length }
  })

  route(contract.liftBan, async ({ deps, params, caller: admin }) => {
    const { address } = await liftBan(deps, admin, params)
    return { message: `${address} is no longer banned`, address }
  })
}

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
