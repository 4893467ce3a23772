import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isServedOnPublicHost } from '#contract/site/public-host.ts'
import { blockedAdminUrl, type Config } from '#server/config/config.ts'
import { AppError } from '#server/domain/errors.ts'
import { sourceOf } from './request-host.ts'

/** The requested path as sent, for requests that no route answers. */
const askedPath = ({ raw }: FastifyRequest) => (raw.url ?? '').split('?', 1)[0] ?? ''

/**
 * AppError HOST_BLOCKED when the public host does not serve what the request asks for (D39). The route that the router
 * found decides, so that no spelling of a path leads elsewhere than to what is listed.
 */
export function checkHost(request: FastifyRequest, config: Config): AppError | undefined {
  if (!config.hosts.restricted || sourceOf(request, config).type === 'internal') return undefined
  const served = isServedOnPublicHost(request.routeOptions?.url ?? askedPath(request))
  return served ? undefined : new AppError('HOST_BLOCKED', 'This host does not serve this path')
}

/** Checks every request before anything else does. Register it before all other hooks. */
export function restrictHosts(http: FastifyInstance, config: Config, log: Logger): void {
  if (!config.hosts.restricted) return
  if (config.trustProxyHops === undefined) {
    log.warn(
      'ENABLE_HOST_RESTRICTION without TRUST_PROXY_HOPS: a client could name the internal host in X-Forwarded-Host',
    )
  }
  if (config.hosts.internal === undefined) {
    log.warn('ENABLE_HOST_RESTRICTION without INTERNAL_HOST: no host serves the admin pages')
  }
  const blocked = blockedAdminUrl(config)
  if (blocked) log.warn(blocked)
  http.addHook('onRequest', (request, _reply, done) => done(checkHost(request, config)))
}
