import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isEventStream } from '#contract/operation/operation.ts'
import { registeredRoutes } from '#server/http/route.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { batchForm } from '#tests/support/upload.ts'

const hosts = { PUBLIC_HOST: 'photos.example', INTERNAL_HOST: 'photos.lan' }
const restricted = { ...hosts, ENABLE_HOST_RESTRICTION: 'true' }

/** What the public host serves. A new route is added here, and to the table in the contract, or stays blocked. */
const served = new Set([
  'GET /',
  'GET /e/:slug',
  'GET /s/:token',
  'GET /s/:token/plain-form',
  'GET /manage/:token',
  'GET /removal-requests',
  'GET /removal-requests/:requestId',
  'POST /api/removal-requests',
  'GET /api/removal-requests/:requestId',
  'GET /start.js',
  'GET /old-browser.js',
  'GET /plain-form',
  'GET /removal-requests/plain-form',
  'GET /removal-requests/:requestId/plain-form',
  'GET /favicon.svg',
  'GET /robots.txt',
  'GET /manifest.webmanifest',
  'GET /service-worker.js',
  'GET /upload/:name',
  'GET /previews/:name',
  'POST /api/upload',
  'POST /api/upload/batch',
  'GET /api/upload/settings',
  'POST /api/upload/submissions',
  'GET /api/upload/submissions/:submissionId',
  'DELETE /api/upload/submissions/:submissionId',
  'PUT /api/upload/submissions/:submissionId/files/:index',
  'POST /api/upload/submissions/:submissionId/complete',
  'GET /api/manage/:token',
  'DELETE /api/manage/:token',
  'PUT /api/manage/:token/consents',
  'PUT /api/manage/:token/images/descriptions',
  'PUT /api/manage/:token/metadata',
  'POST /api/manage/:token/images',
  'DELETE /api/manage/:token/images/:imageId',
  'POST /api/manage/:token/images/:imageId/redactions',
  'PUT /api/manage/:token/reorder',
  'GET /api/manage/:token/archive',
  'POST /api/manage/:token/renew',
  'GET /api/exhibitions/:slug',
  'GET /gallery',
  'GET /gallery/:slug',
  'GET /gallery/:slug/embed',
  'GET /gallery/:slug/feed.atom',
  'GET /gallery/files/:name.jpg',
  'GET /api/gallery/:slug',
  'GET /api/oembed',
  'GET /api/social-media/platforms',
  'GET /api/site',
  'GET /api/site/logo',
  'GET /api/site/icons/:name',
  'GET /imprint',
  'GET /privacy',
  'GET /health',
])

const methodsOf = ({ method }: { method: string | string[] }) => [method].flat()
/** An answer to HEAD has no body to tell one 403 from another, so guarded routes are left out. */
const routesOf = (app: TestApp) =>
  registeredRoutes(app.app.http).flatMap((route) =>
    methodsOf(route)
      // Event streams have no end; tests/api/live-updates.test.ts covers them.
      .filter(() => route.config?.operation === undefined || !isEventStream(route.config.operation))
      .filter((method) => method !== 'HEAD' || route.config?.access === 'public')
      .map((method) => ({ method, url: route.url })),
  )
const isServed = ({ method, url }: { method: string; url: string }) =>
  /^\/(assets|icons)\//.test(url) || served.has(`${method === 'HEAD' ? 'GET' : method} ${url}`)
const filled = (url: string) => url.replaceAll(/:\w+/g, '1').replace('*', 'x')

const allHosts = ['photos.example', 'photos.lan', 'other.example']
const forwardedHeaders = [undefined, 'photos.example', 'photos.lan', 'photos.lan, photos.example']

/** The host does not depend on the engine, so one is enough. */
const once = inject('engine') === 'sqlite'

describe.runIf(once).each([
  { hops: undefined, believed: true, hostHeaders: ['photos.example'] },
  { hops: '0', believed: false, hostHeaders: allHosts },
  { hops: '1', believed: true, hostHeaders: allHosts },
])('the host restriction with TRUST_PROXY_HOPS=$hops', ({ hops, believed, hostHeaders }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { ...restricted, ...(hops && { TRUST_PROXY_HOPS: hops }) } })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })

  it.each(hostHeaders)('decides for every route with Host: %s', async (host) => {
    const routes = routesOf(app)
    expect(routes.length).toBeGreaterThan(20)
    for (const forwarded of forwardedHeaders) {
      const effective = (believed && forwarded?.split(',').at(-1)?.trim()) || host
      const wrong: string[] = []
      for (const { method, url } of routes) {
        const response = await app.app.http.inject({
          method: method as 'GET',
          url: filled(url),
          headers: { host, ...(forwarded && { 'x-forwarded-host': forwarded }) },
        })
        const blocked =
          method === 'HEAD' ? response.statusCode === 403 : response.body.includes('"code":"HOST_BLOCKED"')
        if (blocked && response.statusCode !== 403) wrong.push(`${method} ${url} is ${response.statusCode}`)
        if (blocked !== (effective !== 'photos.lan' && !isServed({ method, url }))) {
          wrong.push(`${method} ${url} is ${blocked ? 'blocked' : 'served'}`)
        }
      }
      expect(wrong, `X-Forwarded-Host: ${forwarded}`).toEqual([])
    }
  })
})

describe.runIf(once)('the public host', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { ...restricted, TRUST_PROXY_HOPS: '1' } })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })
  const get = (target: string, headers: string, version = '1.1') =>
    rawRequest(app.url, `GET ${target} HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`, { end: false })
  const blocked = /^HTTP\/1.1 403 [\s\S]*"code":"HOST_BLOCKED"/
  const fromPublic = 'Host: photos.example\r\n'

  it('serves the upload page with everything it refers to', async () => {
    const page = await get('/', fromPublic)
    expect(page).toMatch(/^HTTP\/1.1 200 /)
    const references = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string)
    expect(references.length).toBeGreaterThan(1)
    for (const url of references) {
      const { statusCode } = await app.app.http.inject({ url, headers: { host: 'photos.example' } })
      expect(statusCode, url).toBe(200)
    }
  })

  it('blocks unknown paths outside the allowed prefixes, with the headers of every error', async () => {
    const answer = await get('/api/nothing', fromPublic)
    expect(answer).toMatch(blocked)
    expect(answer).toMatch(/x-content-type-options: nosniff/i)
    expect(answer).toMatch(/cache-control: no-store/i)
    expect(await get('/api/manage/x/nothing', fromPublic)).toMatch(/^HTTP\/1.1 404 /)
    expect(await get('/api/upload', fromPublic)).toMatch(/^HTTP\/1.1 405 /)
    // The specification's table of hosts names it without an ending.
    expect(await get('/api/previews', fromPublic)).toMatch(/^HTTP\/1.1 404 /)
    expect(await get('/auth/nothing', fromPublic)).toMatch(blocked)
    expect(await get('/health/ready', fromPublic)).toMatch(blocked)
    expect(await get('/metrics', fromPublic)).toMatch(blocked)
  })

  it.each([
    '/%61pi/groups',
    '/api/%67roups',
    '/api%2fgroups',
    '//api/groups',
    '/api//groups',
    '/./api/groups',
    '/api/upload/../groups',
    '/api/manage/..%2fgroups/../../groups',
    '/assets/../api/groups',
    '/API/GROUPS',
    '/api/groups/',
    '/api/groups;/api/upload',
    '/api/groups?/api/upload',
    '/api/groups#/api/upload',
    '/api/groups/%zz',
    `/api/groups/${'x'.repeat(600)}`,
  ])('does not show the groups at %s', async (target) => {
    const answer = await get(target, fromPublic)
    expect(answer).toMatch(/^HTTP\/1.1 40[034] /)
    expect(answer).not.toContain('"groups"')
  })

  it.each([
    ['the internal host in the request line', 'http://photos.lan/api/groups', fromPublic],
    ['the internal host in the request line, in capitals', 'HTTP://PHOTOS.LAN:80/api/groups', fromPublic],
    ['the public host in the request line', 'http://photos.example/api/groups', 'Host: photos.lan\r\n'],
    ['a user name before the host', 'http://photos.lan@photos.example/api/groups', 'Host: photos.lan\r\n'],
    ['two Host headers, the first internal', '/api/groups', `Host: photos.lan\r\n${fromPublic}`],
    ['two Host headers, the last internal', '/api/groups', `${fromPublic}Host: photos.lan\r\n`],
    [
      'two X-Forwarded-Host, the last public',
      '/api/groups',
      'Host: photos.lan\r\nX-Forwarded-Host: photos.lan\r\nX-Forwarded-Host: photos.example\r\n',
    ],
    ['an unknown host', '/api/groups', 'Host: 127.0.0.1\r\n'],
    ['a host that begins with the internal one', '/api/groups', 'Host: photos.lan.example\r\n'],
    ['a list of hosts', '/api/groups', 'Host: photos.lan,photos.lan\r\n'],
    ['an empty host', '/api/groups', 'Host:\r\n'],
    ...[
      'xphotos.lan',
      '.photos.lan',
      'photos.lan..',
      'photos.lan:x',
      'photos.lan:80:80',
      'photos.lan/',
      'photos.lan?',
    ].map((host): [string, string, string] => [`the host ${host}`, '/api/groups', `Host: ${host}\r\n`]),
    ...['user@photos.lan', 'photos.lan@photos.example', 'photos%2elan', 'photos.lan\\', '*'].map(
      (host): [string, string, string] => [`the host ${host}`, '/api/groups', `Host: ${host}\r\n`],
    ),
    ...[
      'Forwarded: host=photos.lan',
      'X-Host: photos.lan',
      'X-Forwarded-Server: photos.lan',
      'X-Original-Host: photos.lan',
    ].map((header): [string, string, string] => [header, '/api/groups', `${fromPublic}${header}\r\n`]),
  ])('is meant by %s', async (_name, target, headers) => {
    expect(await get(target, headers)).toMatch(blocked)
  })

  it.each(['photos.lan', 'PHOTOS.lan', 'photos.lan:8443', 'photos.lan.', 'photos.lan.:80'])(
    'is not meant by %s',
    async (host) => {
      expect(await get('/api/groups', `Host: ${host}\r\n`)).toMatch(/^HTTP\/1.1 200 /)
      expect(await get('/api/groups', `${fromPublic}X-Forwarded-Host: ${host}\r\n`)).toMatch(/^HTTP\/1.1 200 /)
    },
  )

  it('answers a request without a host', async () => {
    expect(await get('/api/groups', '', '1.0')).toMatch(blocked)
  })

  it('does not switch protocols', async () => {
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n'
    for (const host of ['photos.example', 'photos.lan']) {
      const answer = await rawRequest(app.url, `GET / HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\n`)
      expect(answer).not.toMatch(/^HTTP\/1.1 101/)
      expect(answer).not.toMatch(/^upgrade:/im)
    }
    expect(await rawRequest(app.url, `CONNECT photos.lan:80 HTTP/1.1\r\n${fromPublic}\r\n`)).not.toMatch(/ 200 /)
  })
})

describe('uploads on the public host', () => {
  const upload = async (app: TestApp, host: string, headers: Record<string, string> = {}) => {
    const form = await batchForm()
    const body = new Response(form)
    return app.app.http.inject({
      method: 'POST',
      url: '/api/upload/batch',
      headers: { host, 'content-type': body.headers.get('content-type') ?? '', ...headers },
      payload: Buffer.from(await body.arrayBuffer()),
    })
  }

  it('are limited per address, unlike those on the internal host', async () => {
    await using app = await startApp({ env: { ...restricted, TRUST_PROXY_HOPS: '1', UPLOAD_RATE_LIMIT: '2' } })
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await upload(app, 'photos.example')).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    const refused = await upload(app, 'other.example')
    expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
    expect((await upload(app, 'photos.example', { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(200)
    for (let n = 0; n < 4; n++) expect((await upload(app, 'photos.lan')).statusCode).toBe(200)
  })

  it('are refused before they are read if they exceed the limit', async () => {
    await using app = await startApp({ env: { ...restricted, TRUST_PROXY_HOPS: '1', UPLOAD_RATE_LIMIT: '1' } })
    const request = `POST /api/upload HTTP/1.1\r\nHost: photos.example\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n`
    expect((await upload(app, 'photos.example')).statusCode).toBe(200)
    expect(await rawRequest(app.url, request, { end: false, waitMs: 500 })).toMatch(/^HTTP\/1.1 429 /)
  })

  it('are limited only on PUBLIC_HOST without the restriction', async () => {
    await using app = await startApp({ env: { ...hosts, UPLOAD_RATE_LIMIT: '1' } })
    const statuses: number[] = []
    for (const host of ['photos.example', 'photos.example', 'other.example', 'other.example']) {
      statuses.push((await upload(app, host)).statusCode)
    }
    expect(statuses).toEqual([200, 429, 200, 200])
  })
})

describe('the log at startup', () => {
  it('warns when the restriction is on and clients could name the internal host', async () => {
    await using app = await startApp({ env: restricted })
    expect(app.logged()).toContain('ENABLE_HOST_RESTRICTION without TRUST_PROXY_HOPS')
    expect(app.logged()).not.toContain('without INTERNAL_HOST')
  })

  it('warns when no host serves the admin pages', async () => {
    await using app = await startApp({ env: { ENABLE_HOST_RESTRICTION: 'true', TRUST_PROXY_HOPS: '1' } })
    expect(app.logged()).not.toContain('TRUST_PROXY_HOPS')
    expect(app.logged()).toContain('ENABLE_HOST_RESTRICTION without INTERNAL_HOST')
  })
})

describe('without the host restriction', () => {
  it('serves every host', async () => {
    await using app = await startApp({ env: hosts })
    expect(app.logged()).not.toContain('ENABLE_HOST_RESTRICTION')
    const response = await app.app.http.inject({ url: '/api/groups', headers: { host: 'photos.example' } })
    expect(response.statusCode).toBe(200)
  })
})
