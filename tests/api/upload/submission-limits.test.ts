import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { digest } from '#server/domain/digest.ts'
import { completeSubmission } from '#server/features/upload/complete-submission.ts'
import { refused, succeeded } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { begin, complete, look, put } from '#tests/support/submissions.ts'

let app: TestApp
let photo: Buffer
beforeAll(async () => {
  const hosts = { PUBLIC_HOST: 'photos.example', TRUST_PROXY_HOPS: '1', ENABLE_HOST_RESTRICTION: 'true' }
  app = await startApp({ env: { ...hosts, UPLOAD_RATE_LIMIT: '2', UPLOAD_BYTES_PER_HOUR: String(64 * 2 ** 20) } })
  photo = await makeImage()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

let visitors = 0
/** A client on the public host, with its own address. */
function visitor() {
  const headers = { 'x-forwarded-host': 'photos.example', 'x-forwarded-for': `198.51.100.${++visitors}` }
  const fetch: TestApp['fetch'] = (path, init = {}) =>
    app.fetch(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } })
  const caller = { fetch, headers }
  const sent = async () => {
    const { submissionId } = await succeeded(begin(caller))
    await succeeded(put(caller, { submissionId, bytes: photo }))
    return submissionId
  }
  return { ...caller, sent }
}

/** A request whose body is still to come. */
function openPut({ headers }: ReturnType<typeof visitor>, submissionId: string, length: number): Socket {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  const all = Object.entries({ host: 'a', 'content-length': length, ...headers })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`PUT /api/upload/submissions/${submissionId}/files/0 HTTP/1.1\r\n${lines}\r\n`)
  return socket
}

describe('a submission on the public host', () => {
  it('counts as one upload when it is complete, but not while files are missing', async () => {
    const caller = visitor()
    const { submissionId } = await succeeded(begin(caller))
    for (let attempt = 0; attempt < 3; attempt++)
      await refused(complete(caller, submissionId), 409, 'SUBMISSION_INCOMPLETE')
    await succeeded(complete(caller, await caller.sent()))
    const last = await caller.sent()
    const other = await caller.sent()
    await succeeded(complete(caller, last))
    const { details } = await refused(complete(caller, other), 429, 'RATE_LIMITED')
    expect(details).toMatchObject({ limit: 2, retryAfter: expect.any(Number) })
    // A client that lost the answer still gets it, and stored files stay.
    expect((await complete(caller, last)).status).toBe(200)
    expect((await look(caller, other)).body.files).toEqual([{ index: 0, status: 'arrived' }])
  })

  it('answers a completion that came twice like the first one, which used up the uploads on another replica', async () => {
    const caller = visitor()
    await succeeded(complete(caller, await caller.sent()))
    const last = await caller.sent()
    const { counters } = app.app.deps
    const count = counters.count.bind(counters)
    const submissionDigest = digest(last)
    let first = ''
    using _ = vi.spyOn(counters, 'count').mockImplementationOnce(async (...given) => {
      await count(...given)
      const { group } = await completeSubmission(app.app.deps, { submissionDigest, skip: [], ipAddress: null })
      first = group.groupId
      return count(...given)
    })
    expect(await succeeded(complete(caller, last))).toMatchObject({ groupId: first })
    await refused(begin(caller), 429, 'RATE_LIMITED')
  })

  it('answers a completion that comes again while the first one, which used up the uploads, still runs', async () => {
    const caller = visitor()
    await succeeded(complete(caller, await caller.sent()))
    const last = await caller.sent()
    const { counters } = app.app.deps
    const { promise: mayGoOn, resolve } = Promise.withResolvers<void>()
    const count = counters.count.bind(counters)
    using held = vi.spyOn(counters, 'count').mockImplementationOnce(async (...given) => {
      const counted = await count(...given)
      await mayGoOn
      return counted
    })
    const first = complete(caller, last)
    await expect.poll(() => held.mock.calls.length).toBe(1)
    const others = [complete(caller, last), complete(caller, last), complete(caller, last)]
    await Promise.race([...others, sleep(500)])
    resolve()
    const answers = await Promise.all([first, ...others].map(succeeded))
    expect(new Set(answers.map(({ groupId }) => groupId)).size).toBe(1)
    await refused(begin(caller), 429, 'RATE_LIMITED')
  })

  it('reports the remaining uploads, and is refused before the first byte if there are none', async () => {
    const caller = visitor()
    expect((await begin(caller)).headers.get('ratelimit')).toMatch(/^"upload";r=2;t=\d+$/)
    for (let upload = 0; upload < 2; upload++) await succeeded(complete(caller, await caller.sent()))
    const answer = await begin(caller)
    await refused(answer, 429, 'RATE_LIMITED')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000)
  })

  it('can be created 100 times per hour', async () => {
    const caller = visitor()
    for (let count = 0; count < 100; count++) expect((await begin(caller)).status).toBe(201)
    await refused(begin(caller), 429, 'RATE_LIMITED')
  })

  it('has at most 100 refused files per hour; an interrupted one does not count', async () => {
    const caller = visitor()
    const { submissionId } = await succeeded(begin(caller))
    for (let count = 0; count < 100; count++)
      await refused(put(caller, { submissionId, bytes: Buffer.from('x') }), 400, 'UNSUPPORTED_IMAGE')
    await refused(put(caller, { submissionId, bytes: photo }), 429, 'RATE_LIMITED')
  })

  it('has at most six parallel files', async () => {
    const caller = visitor()
    const { submissionId } = await succeeded(begin(caller))
    const sockets = Array.from({ length: 7 }, () => openPut(caller, submissionId, 9_999))
    const answers = sockets.map((socket) => once(socket, 'data'))
    const [first] = await Promise.race(answers)
    expect(String(first)).toContain(' 429 ')
    await refused(put(caller, { submissionId, bytes: photo }), 429, 'RATE_LIMITED')
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await put(caller, { submissionId, bytes: photo })).status).toBe(200)
  })

  it('a client that goes away before its file is read leaves none open', async () => {
    const caller = visitor()
    const { submissionId } = await succeeded(begin(caller))
    const { counters } = app.app.deps
    const admitted = Promise.withResolvers<void>()
    const read = vi.spyOn(counters, 'read').mockImplementation(async (rule, key) => {
      await admitted.promise
      return counters.count({ ...rule, name: 'test' }, key)
    })
    const sockets = Array.from({ length: 6 }, () => openPut(caller, submissionId, photo.length))
    for (const socket of sockets) socket.write(photo)
    await expect.poll(() => read.mock.calls.length).toBe(6)
    for (const socket of sockets) socket.destroy()
    // Until the service has noticed.
    await sleep(100)
    admitted.resolve()
    read.mockRestore()
    await expect.poll(async () => (await put(caller, { submissionId, bytes: photo })).status).toBe(200)
  })

  it('respects the byte limit of the address', async () => {
    const caller = visitor()
    const { submissionId } = await succeeded(begin(caller))
    const noise = Buffer.concat([photo, Buffer.alloc(30 * 2 ** 20)])
    await expect.poll(async () => (await put(caller, { submissionId, bytes: noise })).status).toBe(429)
  })

  it('has no limit on the internal host', async () => {
    for (let upload = 0; upload < 3; upload++) {
      const { submissionId } = await succeeded(begin(app, {}, { 'x-forwarded-host': 'inside.example' }))
      expect((await look(app, submissionId)).status).toBe(200)
    }
  })
})
