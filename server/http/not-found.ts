import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { AppError } from '#server/errors.ts'
import type { Guards } from './route.ts'

/** 404 for an unknown path, 405 with `Allow` for a known one (D5); below `/api/admin` nobody learns which (D3). */
export function handleUnknown(http: FastifyInstance, guards: Guards): void {
  const known = findMyWay()
  const methods = new Set<HTTPMethod>()
  http.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat() as HTTPMethod[]) {
      if (!known.hasRoute(each, url)) known.on(each, url, () => undefined)
      methods.add(each)
    }
  })

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const path = request.url.split('?', 1)[0] ?? ''
    if (/^\/api\/admin(\/|$)/i.test(path)) await guards.admin?.(request, reply)
    const allowed = [...methods].filter((method) => known.find(method, path) !== null)
    // A route that knows the method has looked already and found nothing.
    if (allowed.length === 0 || allowed.includes(request.method as HTTPMethod))
      throw new AppError('NOT_FOUND', 'Nothing is at this path')
    reply.header('allow', allowed.sort().join(', '))
    throw new AppError('METHOD_NOT_ALLOWED', `This path accepts ${allowed.join(', ')}, not ${request.method}`)
  }
  // Before the body is read, as the guards of known paths: what is wrong with a body would tell them apart.
  http.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuse(request, reply).catch(done)
    else done()
  })
  http.setNotFoundHandler(refuse)
}
