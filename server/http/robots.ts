import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/ports/deps.ts'

/** Asks every search engine to keep out of every path, on every host (D47), but of the gallery where that may be found (D90). */
export function refuseRobots(http: FastifyInstance, { config, settings }: Pick<Deps, 'config' | 'settings'>): void {
  http.get('/robots.txt', { config: { access: 'public' } }, async (_request, reply) => {
    const allowed = settings.current.galleryIndexed ? `Allow: ${config.server.basePath}/gallery\n` : ''
    return reply.type('text/plain; charset=utf-8').send(`User-agent: *\n${allowed}Disallow: /\n`)
  })
}
