import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { AppError } from '#server/domain/errors.ts'
import { normalizedHost } from '#server/domain/hosts/host-name.ts'
import { requestHost } from './request-host.ts'

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
    const path = request.routeOptions?.url ?? (request.raw.url ?? '').split('?', 1)[0] ?? ''
    if (!guarded.test(path) || !isCrossSite(request, config)) return done()
    done(new AppError('CROSS_SITE', 'Another web site sent this request'))
  })
}
