import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '#contract/operation/errors.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

async function expectError(response: Response, status: number, code: string) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const body = await bodyOf<ErrorBody>(response)
  expect(body).toMatchObject({ success: false, error: expect.any(String), code, message: expect.any(String) })
  expect(body.message).not.toMatch(/node_modules|\/server\/|SELECT|at .*\.ts/i)
}

describe('errors', () => {
  it('404 for an unknown path', async () => {
    await expectError(await app.fetch('/api/nothing'), 404, 'NOT_FOUND')
    await expectError(await app.fetch('/nothing', { method: 'POST' }), 404, 'NOT_FOUND')
    await expectError(await app.fetch('/api/%zz'), 404, 'NOT_FOUND')
  })

  it('404 as a page for a browser at an unknown path outside the API', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const path of ['/nothing', '/manage', '/manage/a/b?c']) {
      const page = await app.fetch(path, { headers })
      expect(page.status).toBe(404)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    await expectError(await app.fetch('/api/nothing', { headers }), 404, 'NOT_FOUND')
    await expectError(await app.fetch('/%61pi/nothing', { headers }), 404, 'NOT_FOUND')
    await expectError(await app.fetch('/api', { headers }), 404, 'NOT_FOUND')
    await expectError(await app.fetch('/auth/nothing', { headers }), 404, 'NOT_FOUND')
    await expectError(await app.fetch('/nothing', { method: 'POST', headers }), 404, 'NOT_FOUND')
  })

  it('404 for a folder of the pages', async () => {
    for (const path of ['/assets/', '/icons/']) {
      for (const encoding of ['identity', 'br']) {
        await expectError(await app.fetch(path, { headers: { 'accept-encoding': encoding } }), 404, 'NOT_FOUND')
      }
    }
  })

  it('405 with Allow for a known path with a wrong method', async () => {
    const response = await app.fetch('/api/upload/batch', { method: 'DELETE' })
    expect(response.headers.get('allow')).toBe('POST')
    await expectError(response, 405, 'METHOD_NOT_ALLOWED')
    const read = await app.fetch('/api/groups/abc', { method: 'PUT' })
    expect(read.headers.get('allow')).toBe('GET, HEAD')
    await expectError(read, 405, 'METHOD_NOT_ALLOWED')
  })

  it('404 or 414 for a path that is far too long, 431 for such headers', async () => {
    const long = await app.fetch(`/api/groups/${'x'.repeat(600)}`)
    await expectError(long, 414, 'URI_TOO_LONG')
    const answer = await rawRequest(app.url, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 431 /)
    expect(answer).toContain('"code":"HEADERS_TOO_LARGE"')
  })

  it('400 for anything but HTTP', async () => {
    const answer = await rawRequest(app.url, 'HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"code":"MALFORMED_REQUEST"')
    expect(answer).toContain('x-content-type-options: nosniff')
  })

  it('404 for an empty or undecodable part of a path', async () => {
    expect((await app.fetch('/api/groups/')).status).toBe(404)
    await expectError(await app.fetch('/api/groups/%ff'), 404, 'NOT_FOUND')
  })

  it.each(['/api/docs/../package.json', '/api/docs/....//x', '/api/docs/%00', '/api/docs/%', '/assets/../index.html'])(
    '404 for %s, which is not a file',
    async (path) => {
      const answer = await rawRequest(app.url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, {
        end: false,
      })
      expect(answer).toMatch(/^HTTP\/1.1 404 /)
    },
  )

  it('416 for an unsatisfiable range and 412 for a failed condition of a static file', async () => {
    const path = '/api/docs/swagger-ui.css'
    await expectError(await app.fetch(path, { headers: { range: 'bytes=99999999999-' } }), 416, 'RANGE_NOT_SATISFIABLE')
    await expectError(await app.fetch(path, { headers: { 'if-match': '"x"' } }), 412, 'PRECONDITION_FAILED')
  })

  it('ignores an unknown expectation', async () => {
    const request = 'GET /health HTTP/1.1\r\nHost: a\r\nExpect: something\r\nConnection: close\r\n\r\n'
    const answer = await rawRequest(app.url, request, { end: false })
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  it('takes a malformed Host for none', async () => {
    const { cookie } = await loginAsAdmin(app)
    for (const host of ['a:b:c', '[', 'a b', '%00', '']) {
      for (const path of ['/api/admin/overview', '/api/upload/settings']) {
        const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`
        expect(await rawRequest(app.url, head, { end: false }), `${path} of ${host}`).toMatch(/^HTTP\/1.1 200 /)
      }
      const oembed = `GET /api/oembed?url=http%3A%2F%2Fa HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      expect(await rawRequest(app.url, oembed, { end: false }), host).toMatch(/^HTTP\/1.1 404 /)
    }
  })
})

describe('the request log', () => {
  it('contains no full management token', async () => {
    const group = await uploadGroup(app)
    await app.fetch(`/api/manage/${group.managementToken}`, { method: 'POST' })
    await app.fetch(`/manage/${group.managementToken}?x=${group.managementToken}`)
    await app.fetch(`/api/MANAGE/${group.managementToken.toUpperCase()}x/consents`)
    expect(app.logged()).toContain(group.managementToken.slice(0, 8))
    expect(app.logged().toLowerCase()).not.toContain(group.managementToken)
  })
})

describe('the API description', () => {
  it('lists the registered operations, on a page without other hosts', async () => {
    const document = await bodyOf<{ openapi: string; paths: object }>(await app.fetch('/api/openapi.json'))
    expect(document.openapi).toMatch(/^3\.1/)
    expect(Object.keys(document.paths)).toContain('/api/upload/batch')
    const page = await app.fetch('/api/docs/')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await page.text()
    expect(text).not.toMatch(/https?:\/\//)
    for (const [, path = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await app.fetch(path)).status, path).toBe(200)
    expect((await app.fetch('/api/docs/package.json')).status).toBe(404)
  })
})
