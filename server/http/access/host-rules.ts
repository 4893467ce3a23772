import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isServedOnPublicHost } from '#contract/site/public-host.ts'
import { blockedAdminUrl, type Config } from '#server/config/config.ts'
import { AppError } from '#server/domain/errors.ts'
import { normalizedHost } from '#server/domain/hosts/hosts.ts'
import { pathOf } from '#server/http/paths.ts'
import type { Deps } from '#server/ports/deps.ts'
import { requestHost, sourceOf } from './request-host.ts'

/** The path of the route, or as sent where no route answers. */
const askedPath = ({ routeOptions, url }: FastifyRequest) => routeOptions?.url ?? pathOf(url)

/**
 * AppError HOST_BLOCKED when the public host does not serve what the request asks for (D39). The route that the router
 * found decides, so that no spelling of a path leads elsewhere than to what is listed.
 */
export function checkHost(request: FastifyRequest, config: Config): AppError | undefined {
  if (!config.hosts.restricted || sourceOf(request, config).type === 'internal') return undefined
  const served = isServedOnPublicHost(askedPath(request))
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

const guarded = /^\/api\/(manage|upload|removal-requests)(\/|$)/

/** Another web site made the visitor's browser send the request. Ports and schemes are ignored: proxies change them. */
function isCrossSite(request: FastifyRequest, config: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'cross-site') return true
  if (origin === undefined) return false
  const { siteUrl } = config.server
  const own = [requestHost(request, config), ...(siteUrl === undefined ? [] : [normalizedHost(new URL(siteUrl).host)])]
  // `null` is no URL.
  const host = URL.parse(origin)?.host
  return host === undefined || !own.includes(normalizedHost(host))
}

/**
 * Refuses requests that another web site makes a visitor's browser send: they would use up the limits that the visitor's
 * address has (D56). Register it before anything that counts requests.
 */
export function refuseCrossSite(http: FastifyInstance, config: Config): void {
  http.addHook('onRequest', (request, _reply, done) => {
    if (!guarded.test(askedPath(request)) || !isCrossSite(request, config)) return done()
    done(new AppError('CROSS_SITE', 'Another web site sent this request'))
  })
}

const everyMs = 60 * 60_000

/** Warns once an hour while a proxy names clients but is not trusted: all visitors share one address (D57). */
export function warnOfUntrustedProxy(
  http: FastifyInstance,
  { config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>,
): void {
  if (config.trustProxyHops) return
  let warnedAt = Number.NEGATIVE_INFINITY
  // Hot reads never reach the hooks of the framework.
  http.server.on('request', ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined) return
    const now = clock.now().getTime()
    if (Math.abs(now - warnedAt) < everyMs) return
    warnedAt = now
    log.warn(
      'X-Forwarded-For arrives but TRUST_PROXY_HOPS trusts no proxy: all visitors behind it share one address, one limit and one ban',
    )
  })
}
