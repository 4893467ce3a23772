import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { aGroup } from '#tests/support/test-database.ts'
import { publish, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

interface Asked {
  readonly path: string
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
}
interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Headers of the connection, not of the answer. */
const without = ({ date, connection, 'keep-alive': _, ...headers }: Readonly<Record<string, unknown>>) => headers

/** Over the network: cached answers are sent before the router. */
const ask = ({ url }: TestApp, { path, method = 'GET', headers = {} }: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const asking = request({ hostname, port, path, method, headers: { host: 'photos.example', ...headers } })
    asking.on('error', reject).on('response', async (response) => {
      const body = await buffer(response)
      resolve({
        status: response.statusCode,
        headers: without(response.headers),
        body: body.toString('latin1'),
      })
    })
    asking.end()
  })

/** Straight to the router. */
async function askRoute({ app }: TestApp, { path, method = 'GET', headers = {} }: Asked): Promise<Answer> {
  const response = await app.http.inject({ url: path, method, headers: { host: 'photos.example', ...headers } })
  return {
    status: response.statusCode,
    headers: without(response.headers),
    body: response.rawPayload.toString('latin1'),
  }
}

/** The paths of one published group, and similar ones. */
const pathsOf = ({ groupId, images: [image] }: UploadedGroup) => {
  const kept = ['/api/groups', `/api/groups/${groupId}`, image?.previewPath ?? '']
  const others = [
    ...kept.flatMap((path) => [`${path}?limit=1`, `${path}?`, `${path}/`, path.replace('/', '//'), `${path}x`]),
    ...kept.map((path) => `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`),
    kept[1]?.toUpperCase() ?? '',
    image?.filePath ?? '',
    '/previews/',
    `/previews/${'x'.repeat(600)}`,
    '/api/groups?limit=no',
  ]
  return { kept, others }
}

const plainHeaders: Record<string, string>[] = [
  {},
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'gzip;q=0, identity' },
  { 'accept-encoding': 'br, gzip;q=0.5' },
  { 'accept-encoding': '*' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"other"' },
  { 'if-modified-since': new Date().toUTCString() },
]
const otherHeaders: Record<string, string>[] = [
  { range: 'bytes=0-9' },
  { range: 'bytes=999999999-' },
  { range: 'pages=1' },
  { 'content-length': '0' },
]

let app: TestApp
let group: UploadedGroup
beforeAll(async () => {
  app = await startApp()
  group = await uploadGroup(app)
  await publish(app, group.groupId)
  // Enough groups for a compressed feed.
  for (let more = 0; more < 4; more++) await publish(app, (await uploadGroup(app)).groupId)
  for (const path of pathsOf(group).kept) await ask(app, { path })
  const compressed = { path: '/api/groups', headers: { 'accept-encoding': 'gzip' } }
  await vi.waitFor(async () => expect((await ask(app, compressed)).headers).toHaveProperty('content-encoding', 'gzip'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

async function expectSame(asked: Asked, by = app): Promise<Answer> {
  const answer = await ask(by, asked)
  expect(answer, `${asked.method ?? 'GET'} ${asked.path} ${JSON.stringify(asked.headers)}`).toEqual(
    await askRoute(by, asked),
  )
  return answer
}

describe('cached reads', () => {
  it('are answered before the router, with the same status, headers and bytes', async () => {
    for (const path of pathsOf(group).kept) {
      const { headers } = await ask(app, { path })
      const tag = String(headers.etag)
      const known = [tag, tag.replace('W/', ''), `"a", ${tag}`, '*']
      for (const headers of [...plainHeaders, ...known.map((each) => ({ 'if-none-match': each }))]) {
        const before = app.app.hotReads.answered
        const { status } = await expectSame({ path, headers })
        const tags = headers['if-none-match']
        expect(status).toBe(tags !== undefined && known.includes(tags) ? 304 : 200)
        expect(app.app.hotReads.answered).toBe(before + 1)
      }
    }
  })

  it('leave everything unusual to the router', async () => {
    const { kept, others } = pathsOf(group)
    const before = app.app.hotReads.answered
    for (const path of others) {
      for (const headers of [{}, { 'if-none-match': '*' }]) await expectSame({ path, headers })
    }
    for (const path of kept) {
      for (const headers of otherHeaders) await expectSame({ path, headers })
      for (const method of ['HEAD', 'POST', 'DELETE'] as const) await expectSame({ path, method })
    }
    expect(app.app.hotReads.answered).toBe(before)
  })

  it('do not mistake an encoded path for a group id', async () => {
    const odd = ['odd%2Fname', 'odd?limit=1']
    await app.app.deps.database.transaction(async (tx) => {
      for (const groupId of odd) await tx.groups.insert(aGroup({ groupId, isApproved: true }))
    })
    expect((await expectSame({ path: `/api/groups/${encodeURIComponent('odd%2Fname')}` })).status).toBe(200)
    for (const groupId of odd) expect((await expectSame({ path: `/api/groups/${groupId}` })).status).toBe(404)
  })

  it('are logged like those of the router', async () => {
    // Two in the same millisecond are the same line: they are counted.
    const lines = () =>
      app
        .logged()
        .split('\n')
        .filter((line) => line.includes('"path":"/api/groups"'))
    const [path = ''] = pathsOf(group).kept
    const before = lines().length
    await ask(app, { path })
    await expect.poll(() => lines().length).toBe(before + 1)
    await askRoute(app, { path })
    await expect.poll(() => lines().length).toBe(before + 2)
    const [fast = '', slow = ''] = lines().slice(before)
    expect(fast).toContain('"method":"GET","path":"/api/groups","status":200')
    const fields = (line: string) => Object.keys(JSON.parse(line))
    expect(fields(slow)).toEqual(fields(fast))
  })

  it('are blocked on the public host as they are by the router', async () => {
    const env = { PUBLIC_HOST: 'photos.example', INTERNAL_HOST: 'photos.lan', ENABLE_HOST_RESTRICTION: 'true' }
    await using restricted = await startApp({ env: { ...env, TRUST_PROXY_HOPS: '1' } })
    const own = await uploadGroup(restricted)
    await publish(restricted, own.groupId)
    const { kept } = pathsOf(own)
    for (const path of kept) await ask(restricted, { path, headers: { host: 'photos.lan' } })
    const statuses: (number | undefined)[] = []
    for (const path of kept) {
      for (const host of ['photos.example', 'photos.lan', 'other.example', 'PHOTOS.LAN:80']) {
        statuses.push((await expectSame({ path, headers: { host } }, restricted)).status)
      }
      const forwarded = { host: 'photos.lan', 'x-forwarded-host': 'photos.example' }
      statuses.push((await expectSame({ path, headers: forwarded }, restricted)).status)
    }
    const feed = [403, 200, 403, 200, 403]
    expect(statuses).toEqual([...feed, ...feed, 200, 200, 200, 200, 200])
    expect(restricted.app.hotReads.answered).toBeGreaterThanOrEqual(9)
  })

  it('show a change at once', async () => {
    const changed = await uploadGroup(app)
    await publish(app, changed.groupId)
    const { kept } = pathsOf(changed)
    for (const path of kept) expect((await ask(app, { path })).status).toBe(200)
    await app.fetch(`/api/manage/${changed.managementToken}`, { method: 'DELETE' })
    const [feed, one, preview] = await Promise.all(kept.map((path) => ask(app, { path })))
    expect(feed?.body).not.toContain(changed.groupId)
    expect([one?.status, preview?.status]).toEqual([404, 404])
  })

  it('go to the router once the service is stopping', async () => {
    await using stopping = await startApp()
    await ask(stopping, { path: '/api/groups' })
    await ask(stopping, { path: '/api/groups' })
    const before = stopping.app.hotReads.answered
    expect(before).toBeGreaterThan(0)
    stopping.app.drain()
    const answer = await stopping.fetch('/api/groups')
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(stopping.app.hotReads.answered).toBe(before)
  })
})

it('a deleted photo is gone, also where it was among the first reads after the start', async () => {
  await using started = await startApp()
  const { managementToken, images } = await uploadGroup(started)
  const path = images[0]?.previewPath ?? ''
  const { changes } = started.app.deps.database
  const position = changes.position.bind(changes)
  const { promise: deleted, resolve } = Promise.withResolvers<void>()
  using late = vi.spyOn(changes, 'position').mockImplementationOnce(() => deleted.then(position))
  const first = ask(started, { path })
  await expect.poll(() => late.mock.calls.length).toBe(1)
  expect((await ask(started, { path })).status).toBe(200)
  await started.fetch(`/api/manage/${managementToken}`, { method: 'DELETE' })
  resolve()
  expect((await first).status).toBe(404)
  expect((await ask(started, { path })).status).toBe(404)
})
