import { getMetrics } from '#contract/monitoring.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { sourceOf } from '#server/http/request-host.ts'
import type { Route } from '#server/http/route.ts'
import { createServiceMetrics } from './service-metrics.ts'

/**
 * Figures for a monitoring, without a login and without anything personal. PUBLIC_HOST never serves them, also where the
 * hosts are not restricted.
 */
export function metricsRoutes(deps: Deps, route: Route, version: string): void {
  const measure = createServiceMetrics(deps, version)
  route(getMetrics, async ({ request, reply }) => {
    if (sourceOf(request, deps.config).type === 'public') {
      throw new AppError('HOST_BLOCKED', 'This host does not serve this path')
    }
    reply.header('cache-control', 'no-store').type(deps.metrics.contentType)
    return reply.send(await deps.metrics.write(await measure()))
  })
}
