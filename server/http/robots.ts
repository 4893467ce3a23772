import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/ports/deps.ts'

/** Keeps search engines out of every path on every host (D47), except the gallery where it may be found (D90). */
export function refuseRobots(http: FastifyInstance, { config, settings }: Pick<Deps, 'config' | 'settings'>): void {
  http.get('/robots.txt', { config: { access: 'public' } }, async (_request, reply) => {
    const allowed = settings.current.galleryIndexed ? `Allow: ${config.server.basePath}/gallery\n` : ''
    return reply.type('text/plain; charset=utf-8').send(`User-agent: *\n${allowed}Disallow: /\n`)
  })
}
