import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { normalizedHost } from '#server/domain/hosts/hosts.ts'

/** The parts of a request that name the requested host. */
interface RequestHost {
  readonly headers: IncomingHttpHeaders
  readonly raw: Pick<IncomingMessage, 'rawHeaders' | 'url'>
}

/** Which host a request came to, as the audit log records it. */
export interface Source {
  /** Empty when the client named none. */
  readonly host: string
  readonly type: 'public' | 'internal'
}

/**
 * The requested host, normalized. `X-Forwarded-Host` wins where proxies are not switched off; of several
 * values the last one counts, because the first is what a client can forge (D39).
 */
export const requestHost = (request: RequestHost, config: Config): string =>
  normalizedHost(forwardedHost(request, config) ?? request.headers.host ?? '')

/**
 * Whether a request came by the public or the internal host (D39). Under the restriction internal is only who says so
 * with one voice: another host in the request line or in a second `Host` makes it public. Without the restriction a
 * host serves everything, as the internal one does, and counts as internal unless it is PUBLIC_HOST.
 */
export function sourceOf(request: RequestHost, config: Config): Source {
  const host = requestHost(request, config)
  const [publicHost, internalHost] = [config.hosts.public, config.hosts.internal].map(
    (each) => each && normalizedHost(each),
  )
  if (!config.hosts.restricted) return { host, type: host === publicHost ? 'public' : 'internal' }
  const named = forwardedHost(request, config) === undefined ? directHosts(request) : [host]
  const internal = named.length > 0 && named.every((each) => each === internalHost && each !== publicHost)
  return { host, type: internal ? 'internal' : 'public' }
}

function forwardedHost({ headers }: RequestHost, config: Config): string | undefined {
  if (config.trustProxyHops === 0) return undefined
  return [headers['x-forwarded-host']].flat().join(',').split(',').at(-1)?.trim() || undefined
}

/** Every host that the request names itself: each `Host`, and the one of `GET http://host/path`. */
function directHosts({ raw }: RequestHost): string[] {
  const { rawHeaders } = raw
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
  const inTarget = /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(raw.url ?? '')?.[1]
  return [...hosts, ...(inTarget === undefined ? [] : [inTarget])].map(normalizedHost)
}

/** Where links lead: SITE_URL, else the address that the client used itself, unless it is malformed. */
export function siteUrl(request: FastifyRequest, config: Config): string {
  const origin = `${request.protocol}://${forwardedHost(request, config) ?? request.headers.host ?? ''}`
  return config.server.siteUrl ?? (URL.canParse(origin) ? origin : 'http://localhost') + config.server.basePath
}
