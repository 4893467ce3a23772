import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '#server/ports/metrics.ts'
import { pathOf } from './paths.ts'

const token = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** The first 8 characters of a management token are enough to find it in the audit log, and open nothing. */
export const maskTokens = (text: string): string => text.replace(token, (found) => `${found.slice(0, 8)}…`)

/**
 * What follows `/manage/`, `/submissions/`, `/removal-requests/` or `/s/` is hidden whatever it looks like: a mistyped token
 * is one character away from a real one.
 */
const loggedPath = (url: string): string =>
  maskTokens(pathOf(url).replace(/(\/(?:manage|submissions|removal-requests|s)\/[^/]{0,8})[^/]*/i, '$1…'))

interface Answered {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly ms: number
  readonly code?: string | undefined
  readonly isRoutine?: boolean | undefined
}

/** Writes and failures at `info`, successful reads at `debug`: slideshows and browsers read all day. */
export function logRequest(log: Logger, { method, url, status, ms, code, isRoutine = false }: Answered): void {
  // An outage is reported once, and counted in the metrics.
  const isOutage = code === 'TEMPORARILY_UNAVAILABLE'
  const quiet = isOutage || (status < 400 && (method === 'GET' || method === 'HEAD'))
  const level = status >= 500 && !isRoutine && !isOutage ? 'error' : quiet ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  log[level]({ method, path: loggedPath(url), status, ms: Math.round(ms), ...(code && { code }) }, 'request')
}

export function logRequests(http: FastifyInstance, log: Logger): void {
  http.addHook('onResponse', (request: FastifyRequest, reply, done) => {
    done()
    const { method, url, failure } = request
    const { code, isRoutine } = failure ?? {}
    logRequest(log, { method, url, status: reply.statusCode, ms: reply.elapsedTime, code, isRoutine })
  })
}

/** Counts every answer by route and status. What answers without Fastify counts by `metrics.route` itself. */
export function countRequests(http: FastifyInstance, metrics: Metrics): void {
  http.addHook('onResponse', (request, reply, done) => {
    metrics.route(request.method, request.routeOptions.url).count(reply.statusCode, reply.elapsedTime)
    if (request.failure && !request.failure.isRoutine) metrics.failed(request.failure.code)
    done()
  })
}
