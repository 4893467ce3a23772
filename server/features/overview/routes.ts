import * as contract from '#contract/overview.ts'
import { reachedBy } from '#server/http/access/own-addresses.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { createOverviewFigures, getSystemOverview } from './get-system-overview.ts'

export function overviewRoutes(deps: Deps, route: Route): void {
  const figures = createOverviewFigures(deps)
  route(contract.getSystemOverview, async ({ request }) => ({
    success: true as const,
    ...(await getSystemOverview(deps, figures)),
    reached: reachedBy(request, deps.config),
  }))
}
