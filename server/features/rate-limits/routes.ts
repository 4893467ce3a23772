import * as contract from '#contract/rate-limits.ts'
import { managementRule } from '#server/http/rate-limits.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { liftBan } from './lift-ban.ts'

const success = true as const

/** The management rate limit, and the bans that follow wrong tokens. */
export function rateLimitRoutes(deps: Deps, route: Route): void {
  const { settings, clock, counters, database } = deps

  route(contract.getRateLimiterStats, async () => {
    const { requests, blocked, clients } = await counters.totals(managementRule(settings))
    return { success, totalRequests: requests, blockedRequests: blocked, activeClients: clients }
  })

  route(contract.listBans, async () => {
    const banned = await database.failedValidations.bans(clock.now().toISOString())
    const bans = banned.map(({ address, bannedUntil, failedAt }) => ({
      address,
      bannedUntil: bannedUntil as string,
      failedValidations: failedAt.length,
    }))
    return { success, bans, total: bans.length }
  })

  route(contract.liftBan, async ({ deps, params, caller: admin }) => {
    const { address } = await liftBan(deps, admin, params)
    return { success, message: `${address} is no longer banned`, address }
  })
}
