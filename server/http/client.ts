import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/**
 * The host the client asked for, lower case and without its port. `X-Forwarded-Host` wins where proxies are not
 * switched off; of several values the last one counts, because the first is what a client can forge (D39).
 */
export function requestHost(request: FastifyRequest, config: Config): string {
  return hostWithPort(request, config).replace(/:\d+$/, '').toLowerCase()
}

function hostWithPort(request: FastifyRequest, config: Config): string {
  const { host, 'x-forwarded-host': forwarded } = request.headers
  const last = config.trustProxyHops === 0 ? undefined : [forwarded].flat().join(',').split(',').at(-1)?.trim()
  return last || host || 'localhost'
}

/** Where links lead: SITE_URL, else the address that the client used itself. */
export function siteUrl(request: FastifyRequest, config: Config): string {
  return config.server.siteUrl ?? `${request.protocol}://${hostWithPort(request, config)}`
}
