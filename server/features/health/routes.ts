import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/health.ts'
import type { Config } from '#server/config/config.ts'
import { sameText } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { sourceOf } from '#server/http/access/request-host.ts'
import { isFromThisMachine } from '#server/http/access/this-machine.ts'
import type { Draining } from '#server/http/draining.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { createServiceMetrics } from './service-metrics.ts'

interface Process {
  readonly draining: Draining
  readonly version: string
}

export function healthRoutes(deps: Deps, route: Route, { draining, version }: Process): void {
  const { config, database, files, metrics } = deps
  const readMetrics = createServiceMetrics(deps, version)

  route(contract.health, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    try {
      await Promise.all([database.health(), files.health()])
    } catch (cause) {
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'The database or the files cannot be reached', { cause })
    }
    return { status: 'ok' as const }
  })

  // Does not check the database: when it is down for all replicas, taking all of them out of service would not help.
  route(contract.ready, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    if (draining.begun)
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'This replica is about to stop', { isRoutine: true })
    try {
      await files.ready()
    } catch (cause) {
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'This replica cannot take uploads right now', { cause })
    }
    return { status: 'ready' as const }
  })

  // PUBLIC_HOST never serves the metrics, not even where the hosts are not restricted.
  route(contract.getMetrics, async ({ caller, request, reply }) => {
    if (sourceOf(request, config).type === 'public') {
      throw new AppError('HOST_BLOCKED', 'This host does not serve this path')
    }
    if (caller === undefined && !isFromThisMachine(request, config) && !hasMetricsToken(request, config)) {
      throw new AppError('SESSION_REQUIRED', 'Log in, or send METRICS_TOKEN as Authorization: Bearer')
    }
    reply.header('cache-control', 'no-store').type(metrics.contentType)
    return reply.send(await metrics.write(await readMetrics()))
  })
}

/** Whether the request names METRICS_TOKEN, as Prometheus does with `authorization`. */
function hasMetricsToken({ headers }: FastifyRequest, { secrets }: Pick<Config, 'secrets'>): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return secrets.metricsToken !== undefined && sent !== undefined && sameText(sent, secrets.metricsToken)
}
