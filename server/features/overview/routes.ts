import * as contract from '#contract/overview.ts'
import { reachedBy } from '#server/http/access/own-addresses.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { createOverviewCounts, getSystemOverview } from './get-system-overview.ts'

export function overviewRoutes(deps: Deps, route: Route): void {
  const readCounts = createOverviewCounts(deps)
  route(contract.getSystemOverview, async ({ request }) => ({
    success: true as const,
    ...(await getSystemOverview(deps, readCounts)),
    reached: reachedBy(request, deps.config),
  }))
}
