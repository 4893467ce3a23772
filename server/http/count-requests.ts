import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#server/ports/metrics.ts'

/** Counts every answer by route and status. What answers without Fastify counts by `metrics.route` itself. */
export function countRequests(http: FastifyInstance, metrics: Metrics): void {
  http.addHook('onResponse', (request, reply, done) => {
    metrics.route(request.method, request.routeOptions.url).count(reply.statusCode, reply.elapsedTime)
    if (request.failure && !request.failure.isRoutine) metrics.failed(request.failure.code)
    done()
  })
}
