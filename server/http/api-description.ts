import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { operations } from '#contract/operations.ts'
import { matchesTag } from '#server/http/stored-files/conditions.ts'
import { registeredOperations } from './route.ts'

/** `/api/openapi.json`, and `/api/docs` to read it (D42). It lists what is registered at the time of the request. */
export async function describeApi(
  http: FastifyInstance,
  { version, basePath }: { version: string; basePath: string },
): Promise<void> {
  let built: { text: string; etag: string } | undefined
  const document = () => {
    const names = new Set(registeredOperations(http))
    const registered = Object.entries(operations).filter(([name]) => names.has(name))
    const text = JSON.stringify({
      ...openApiDocument(Object.fromEntries(registered), version),
      servers: [{ url: `${basePath}/` }],
    })
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  }
  http.get('/api/openapi.json', { config: { access: 'public' } }, async (request, reply) => {
    built ??= document()
    reply.header('etag', built.etag).header('cache-control', 'no-cache')
    if (matchesTag(request.headers['if-none-match'], built.etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(built.text)
  })
  await serveDocsPage(http, basePath)
}

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const pageBelow = (basePath: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Werkschau API</title>
    <link rel="stylesheet" href="${basePath}/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${basePath}/api/docs/swagger-ui-bundle.js"></script>
    <script src="${basePath}/api/docs/start.js"></script>
  </body>
</html>
`
const startScriptBelow = (basePath: string) => `window.ui = SwaggerUIBundle({
  url: '${basePath}/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, docExpansion: 'none', validatorUrl: null,
})
`
const assets = ['/swagger-ui.css', '/swagger-ui-bundle.js']

async function serveDocsPage(http: FastifyInstance, basePath: string): Promise<void> {
  const config = { access: 'public' } as const
  for (const url of ['/api/docs', '/api/docs/']) {
    http.get(url, { config }, async (_request, reply) => {
      reply.headers({ 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' })
      return reply.type('text/html; charset=utf-8').send(pageBelow(basePath))
    })
  }
  http.get('/api/docs/start.js', { config }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(startScriptBelow(basePath)),
  )
  await http.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    await scope.register(fastifyStatic, {
      root: dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json'))),
      prefix: '/api/docs/',
      index: false,
      decorateReply: false,
      allowedPath: (path) => assets.includes(path),
    })
  })
}
