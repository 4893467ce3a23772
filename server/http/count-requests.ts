import type { FastifyInstance } from 'fastify'
import type { Figures } from '#server/ports/figures.ts'

/** Counts every answer by route and status. What answers without Fastify counts by `figures.route` itself. */
export function countRequests(http: FastifyInstance, figures: Figures): void {
  http.addHook('onResponse', (request, reply, done) => {
    figures.route(request.method, request.routeOptions.url).count(reply.statusCode, reply.elapsedTime)
    if (request.failure) figures.failed(request.failure.code)
    done()
  })
}
