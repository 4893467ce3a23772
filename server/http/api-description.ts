import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#contract/openapi.ts'
import { operations } from '#contract/operations.ts'
import { matchesTag } from './etag.ts'
import { registeredOperations } from './route.ts'

/** `/api/openapi.json`, and `/api/docs` to read it (D42). Register it after all operations. */
export async function describeApi(http: FastifyInstance, version: string): Promise<void> {
  const built = new Set(registeredOperations(http))
  const document = openApiDocument(
    Object.fromEntries(Object.entries(operations).filter(([name]) => built.has(name))),
    version,
  )
  const text = JSON.stringify(document)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  http.get('/api/openapi.json', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })

  await http.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    await scope.register(swagger, { mode: 'static', specification: { document: document as never } })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { url: '/api/openapi.json', validatorUrl: null, docExpansion: 'none' } as never,
    })
  })
}
