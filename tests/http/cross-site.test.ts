import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { sendBatch } from '#tests/support/upload.ts'

const env = {
  SITE_URL: 'https://fair.example',
  PUBLIC_HOST: 'photos.example',
  TRUST_PROXY_HOPS: '1',
  MANAGEMENT_RATE_LIMIT: '3',
  UPLOAD_RATE_LIMIT: '1',
}
const through = { 'x-forwarded-host': 'photos.example', 'x-forwarded-for': '203.0.113.7' }

describe('requests from another web site (D56)', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ env })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })

  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    app.fetch(path, { method, headers: { ...through, ...headers } })
  const foreign: [string, Record<string, string>][] = [
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['the Origin of another host', { origin: 'https://evil.example' }],
    ['an Origin whose name begins like ours', { origin: 'https://photos.example.evil.example' }],
    ['the Origin null', { origin: 'null' }],
    ['both', { origin: 'https://photos.example', 'sec-fetch-site': 'cross-site' }],
  ]

  it.each(foreign)('403 CROSS_SITE for %s, on every path of uploads and management', async (_what, headers) => {
    for (const [method, path] of [
      ['GET', `/api/manage/${randomUUID()}`],
      ['PUT', `/api/manage/${randomUUID()}/consents`],
      ['GET', '/api/manage/malformed%ff'],
      ['POST', '/api/upload'],
      ['POST', '/api/upload/batch'],
      ['GET', '/api/upload/unknown'],
    ] as const) {
      const response = await ask(path, headers, method)
      expect(response.status, path).toBe(403)
      expect(await response.json(), path).toMatchObject({ code: 'CROSS_SITE' })
    }
    expect((await ask('/api/groups', headers)).status).toBe(200)
  })

  it.each([
    ['no Origin', {}],
    ["the request's host, whatever scheme and port", { origin: 'http://photos.example:8080' }],
    ['the host of SITE_URL', { origin: 'http://fair.example' }],
    ['the same site', { origin: 'https://photos.example', 'sec-fetch-site': 'same-origin' }],
    ['a bookmark', { 'sec-fetch-site': 'none' }],
  ] as [string, Record<string, string>][])('lets %s through', async (_what, headers) => {
    const response = await ask(`/api/manage/${randomUUID()}`, {
      ...headers,
      'x-forwarded-for': `203.0.113.${20 + Object.keys(headers).length}`,
    })
    expect(response.status).toBe(404)
  })

  it('count neither as failed validations nor for the limits, and are not in the audit log', async () => {
    const { database } = app.app.deps
    const before = await database.auditLog.latest('all', 100)
    for (const [, headers] of foreign) {
      for (let n = 0; n < 25; n++) await ask(`/api/manage/${randomUUID()}`, headers)
      for (let n = 0; n < 25; n++) await ask('/api/upload/batch', headers, 'POST')
    }
    expect(await database.failedValidations.find('203.0.113.7')).toBeUndefined()
    expect(await database.auditLog.latest('all', 100)).toEqual(before)
    expect((await sendBatch(app, {}, through)).status).toBe(200)
    const { token } = await ownGroup(app)
    for (let n = 0; n < 3; n++) expect((await owner(app, token, { address: '203.0.113.7' }).view()).status).toBe(200)
  })
})
