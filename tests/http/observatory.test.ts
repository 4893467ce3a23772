import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { adminCredentials, post } from '#tests/support/admin.ts'
import { rate, type ScannedSite } from '#tests/support/pages/observatory.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

/** Added by the proxy in front: only it knows that the site uses HTTPS (docs/operations.md). */
const proxy = { 'strict-transport-security': 'max-age=31536000' }

/** Headers do not depend on the engine, so one is enough. */
describe.runIf(inject('engine') === 'sqlite')('the headers by the rules of the MDN HTTP Observatory', () => {
  let app: TestApp
  let cookies: string[]
  beforeAll(async () => {
    app = await startApp({ env: { NODE_ENV: 'production' } })
    cookies = (await post(app, '/auth/setup/initial-admin', adminCredentials)).headers.getSetCookie()
  })
  afterAll(() => app[Symbol.asyncDispose]())

  async function scan(path: string, added: Record<string, string> = proxy): Promise<ScannedSite> {
    const page = await app.fetch(path)
    expect(page.status, `${path}: the pages are made by npm run build:web`).toBe(200)
    const headers = new Headers([...page.headers, ...Object.entries(added)])
    const foreign = await app.fetch(path, { headers: { origin: 'https://elsewhere.example' } })
    return { headers, html: await page.text(), cookies, foreign: foreign.headers }
  }

  it.each([
    '/',
    '/manage/00000000-0000-4000-8000-000000000000',
    '/admin',
    '/admin/moderation/x',
    '/slideshow',
    '/plain-form',
    '/removal-requests/plain-form',
    '/api/docs/',
  ])('%s gets A+ behind a proxy with HTTPS', async (path) => {
    const { tests, score, grade } = rate(await scan(path))
    expect(Object.entries(tests).filter(([, points]) => points < 0)).toEqual([])
    expect({ score, grade }).toEqual({ score: 125, grade: 'A+' })
  })

  it('get the best rating possible without a proxy', async () => {
    const { tests, grade } = rate(await scan('/', {}))
    expect(Object.entries(tests).filter(([, points]) => points < 0)).toEqual([['strict-transport-security', -20]])
    expect(grade).toBe('B+')
  })

  it('prevent other sites from reading, framing or embedding anything but pages', async () => {
    const group = await uploadGroup(app)
    const [image] = group.images
    for (const path of [
      '/api/groups',
      '/health',
      image?.filePath ?? '',
      image?.previewPath ?? '',
      '/api/openapi.json',
      '/nothing',
    ]) {
      const { headers } = await app.fetch(path, { headers: { origin: 'https://elsewhere.example' } })
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
      expect(headers.get('referrer-policy'), path).toBe('no-referrer')
      expect(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        path,
      ).toEqual([])
    }
  })

  it('are really rated: each rule takes points from a site that breaks it', async () => {
    const good = await scan('/')
    const worse = (change: Partial<ScannedSite>, headers: Record<string, string | undefined> = {}) => {
      const changed = new Headers(good.headers)
      for (const [name, value] of Object.entries(headers)) {
        if (value === undefined) changed.delete(name)
        else changed.set(name, value)
      }
      return rate({ ...good, headers: changed, ...change }).score
    }
    const best = rate(good).score
    const cases = [
      worse({}, { 'content-security-policy': undefined }),
      worse({}, { 'content-security-policy': "default-src 'self'; script-src 'self' 'unsafe-inline'" }),
      worse({}, { 'content-security-policy': 'default-src *' }),
      worse({}, { 'cross-origin-resource-policy': 'cross-origin' }),
      worse({}, { 'referrer-policy': 'unsafe-url' }),
      worse({}, { 'x-content-type-options': undefined }),
      worse({}, { 'strict-transport-security': 'max-age=60' }),
      worse({ cookies: ['sid=x; Path=/; Secure; SameSite=Lax'] }),
      worse({ cookies: ['sid=x; Path=/; HttpOnly; SameSite=Lax'] }),
      worse({ html: '<script src="https://elsewhere.example/x.js"></script>' }),
      worse({
        foreign: new Headers({
          'access-control-allow-origin': 'https://elsewhere.example',
          'access-control-allow-credentials': 'true',
        }),
      }),
    ]
    for (const score of cases) expect(score).toBeLessThan(best)
  })
})
