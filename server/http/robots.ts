import type { FastifyInstance } from 'fastify'

/** Asks every search engine to keep out of every path, on every host (D47). */
export function refuseRobots(http: FastifyInstance): void {
  http.get('/robots.txt', { config: { access: 'public' } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )
}
