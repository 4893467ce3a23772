import * as contract from '#contract/overview.ts'
import type { Deps } from '#server/deps.ts'
import { reachedBy } from '#server/http/access/own-addresses.ts'
import type { Route } from '#server/http/route.ts'
import { getSystemOverview } from './get-system-overview.ts'

export function overviewRoutes(deps: Deps, route: Route): void {
  route(contract.getSystemOverview, async ({ request }) => ({
    success: true as const,
    ...(await getSystemOverview(deps)),
    reached: reachedBy(request, deps.config),
  }))
}
