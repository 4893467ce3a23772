import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { registeredRoutes } from '#server/http/route.ts'
import { adminCredentials, loginAsAdmin, post } from '#tests/support/admin.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

describe('BASE_PATH', () => {
  let app: TestApp
  /** Sends a request like a browser, with the path in front. */
  let below: TestApp
  beforeAll(async () => {
    app = await startApp({ env: { SITE_URL: 'https://school.example/photos/' } })
    below = { ...app, url: `${app.url}/photos`, fetch: (path, init) => app.fetch(`/photos${path}`, init) }
  })
  afterAll(() => app[Symbol.asyncDispose]())

  it('precedes every page, file and operation', async () => {
    for (const path of ['/', '/admin/moderation', '/manage/x', '/health', '/start.js', '/api/groups', '/api/docs']) {
      expect((await below.fetch(path)).status, path).toBe(200)
    }
    expect((await below.fetch('/unknown')).status).toBe(404)
    expect((await below.fetch('/photos/health')).status).toBe(404)
  })

  it('may be stripped by the proxy', async () => {
    expect((await app.fetch('/api/groups')).status).toBe(200)
  })

  it('redirects to itself with a slash, which relative links need', async () => {
    const response = await app.fetch('/photos', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '/photos/'])
    expect((await app.fetch('/photosynthesis')).status).toBe(404)
  })

  it('is in every URL of the document', async () => {
    const document = await (await below.fetch('/')).text()
    expect(document).toMatch(/<html [^>]*data-base="\/photos"/)
    const paths = [...document.matchAll(/[" ](\/\w[^"\s]*)/g)].map(([, path]) => path as string)
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !path.startsWith('/photos/'))).toEqual(['/photos'])
    expect((await app.fetch(paths.find((path) => path.includes('/assets/')) ?? '')).status).toBe(200)
  })

  it('is in links and limits the cookie', async () => {
    await loginAsAdmin(app)
    const response = await post(below, '/auth/login', adminCredentials)
    expect(response.headers.getSetCookie()[0]).toContain('; Path=/photos/;')
    const { managementUrl, managementToken } = await uploadGroup(below)
    expect(managementUrl).toBe(`https://school.example/photos/manage/${managementToken}`)
    const settings = await (await below.fetch('/api/upload/settings')).json()
    expect(settings).toMatchObject({ uploadUrl: 'https://school.example/photos/' })
  })

  it('is not in the paths of files, which belong to the service (D14), but they are served below it', async () => {
    const { groupId, images } = await uploadGroup(below)
    await publish(below, groupId)
    const path = images[0]?.previewPath ?? ''
    expect(path).toMatch(/^\/previews\//)
    const [early, late] = [await below.fetch(path), await below.fetch(path)]
    expect([early.status, late.status]).toEqual([200, 200])
  })

  it('is the server in the API description', async () => {
    expect(await (await below.fetch('/api/openapi.json')).json()).toMatchObject({ servers: [{ url: '/photos/' }] })
    expect(await (await below.fetch('/api/docs')).text()).toContain('src="/photos/api/docs/start.js"')
  })
})

describe('BASE_PATH in the configuration', () => {
  const basePath = (env: Record<string, string>) => readConfig(env).server.basePath

  it('is the path of SITE_URL unless it is set, without a slash at its end', () => {
    expect(basePath({})).toBe('')
    expect(basePath({ SITE_URL: 'https://x.example/' })).toBe('')
    expect(basePath({ SITE_URL: 'https://x.example/a/b-2/' })).toBe('/a/b-2')
    expect(basePath({ BASE_PATH: '/photos/' })).toBe('/photos')
  })

  it.each([
    [{ BASE_PATH: 'photos' }, 'BASE_PATH must be a path such as /photos'],
    [{ BASE_PATH: '/a//b' }, 'BASE_PATH must be a path such as /photos'],
    [{ BASE_PATH: '/photos', SITE_URL: 'https://x.example' }, 'SITE_URL must end with BASE_PATH (/photos)'],
    [{ SITE_URL: 'https://x.example/a b' }, 'SITE_URL must be an http or https address'],
    [
      { SITE_URL: 'https://x.example/%22' },
      'SITE_URL must have a path of letters, digits and -._~ in its parts, or none',
    ],
    [{ BASE_PATH: '/upload' }, 'BASE_PATH must not begin with /upload, a path of the service itself'],
  ])('refuses %j', (env, problem) => {
    expect(() => basePath(env)).toThrow(problem)
  })

  it('is no path that the service has itself', async () => {
    await using app = await startApp()
    const first = registeredRoutes(app.app.http).flatMap(({ url }) => /^\/[a-z-]+(?=\/|$)/.exec(url) ?? [])
    for (const path of new Set(first))
      expect(() => basePath({ BASE_PATH: path }), path).toThrow('a path of the service')
  })
})
