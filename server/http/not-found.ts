import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod, type HTTPVersion, type Instance as Router } from 'find-my-way'
import { AppError } from '#server/domain/errors.ts'
import { isAdminPath, pathOf } from './paths.ts'
import type { Guards } from './route.ts'

/** 404 for an unknown path, 405 with `Allow` for a known one (D5); below `/api/admin` the answer does not reveal which (D3). */
export function handleUnknown(http: FastifyInstance, guards: Guards): void {
  const routes: { methods: HTTPMethod[]; url: string }[] = []
  http.addHook('onRoute', ({ method, url }) => void routes.push({ methods: [method].flat() as HTTPMethod[], url }))
  let router: Router<HTTPVersion.V1> | undefined

  /** Made for the first unknown request: a start need not wait for it. */
  function knownRoutes(): Router<HTTPVersion.V1> {
    if (router) return router
    router = findMyWay()
    for (const { methods, url } of routes) {
      for (const method of methods) if (!router.hasRoute(method, url)) router.on(method, url, () => undefined)
    }
    return router
  }

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const path = pathOf(request.url)
    if (isAdminPath(path)) await guards.admin?.(request, reply)
    const known = knownRoutes()
    const methods = new Set(routes.flatMap((route) => route.methods))
    const allowed = [...methods].filter((method) => known.find(method, path) !== null)
    // A route that knows the method has looked already and found nothing.
    if (allowed.length === 0 || allowed.some((method) => method === request.method))
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
