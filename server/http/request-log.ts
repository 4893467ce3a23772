import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

const token = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** The first 8 characters of a management token are enough to find it in the audit log, and open nothing. */
export const maskTokens = (text: string): string => text.replace(token, (found) => `${found.slice(0, 8)}…`)

/**
 * The path without its query. What follows `/manage/` is hidden whatever it looks like: a mistyped token is one
 * character away from a real one.
 */
export const loggedPath = (url: string): string =>
  maskTokens((url.split('?', 1)[0] ?? '').replace(/(\/manage\/[^/]{0,8})[^/]*/i, '$1…'))

/** Writes and failures at `info`, successful reads at `debug`: slideshows and browsers read all day. */
export function logRequests(http: FastifyInstance, log: Logger): void {
  http.addHook('onResponse', (request: FastifyRequest, reply, done) => {
    done()
    const quiet = reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD')
    const level = reply.statusCode >= 500 ? 'error' : quiet ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    log[level](
      {
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.failure && { code: request.failure.code }),
      },
      'request',
    )
  })
}
