import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/ports/deps.ts'

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
