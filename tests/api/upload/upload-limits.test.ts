import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { batchForm, bodyOf, consents, sendBatch, uploadGroup } from '#tests/support/upload.ts'

const publicHost = { PUBLIC_HOST: 'photos.example', TRUST_PROXY_HOPS: '1' }
const asPublic = { 'x-forwarded-host': 'photos.example' }
type Problem = { code: string; message: string; details?: Record<string, unknown> }

/** A form whose end never comes. */
function openUpload(app: TestApp, path = '/api/upload/batch', type = 'multipart/form-data; boundary=x') {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  const send = (piece: Buffer) => {
    socket.write(`${piece.length.toString(16)}\r\n`)
    socket.write(piece)
    socket.write('\r\n')
  }
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: photos.example\r\nX-Forwarded-For: 127.0.0.1\r\n` +
      `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  send(Buffer.from('--x\r\nContent-Disposition: form-data; name="consents"\r\n\r\n{"workshopConsent":true}\r\n'))
  return { socket, send, [Symbol.dispose]: () => void socket.destroy() }
}

const answerOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.setEncoding('latin1').once('data', (data) => resolve(String(data)))
  })

describe('the text parts of a form (D58)', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })

  async function send(texts: [name: string, value: string][], file = true) {
    const form = new FormData()
    for (const [name, value] of texts) form.append(name, value)
    if (file) form.append('images', new Blob([new Uint8Array(await makeImage())], { type: 'image/jpeg' }), 'a.jpg')
    return app.fetch('/api/upload/batch', { method: 'POST', body: form })
  }
  const consent: [string, string] = ['consents', JSON.stringify(consents)]
  const others = (count: number): [string, string][] => Array.from({ length: count }, (_, n) => [`other${n}`, 'x'])

  it('accepts 20; 400 TOO_MANY_PARTS for more', async () => {
    expect((await send([...others(19), consent])).status).toBe(200)
    const response = await send([...others(20), consent])
    expect(response.status).toBe(400)
    expect(await bodyOf<Problem>(response)).toMatchObject({
      code: 'TOO_MANY_PARTS',
      message: 'A form can have at most 20 text parts',
      details: { limit: 20 },
    })
    expect((await send([consent, ...others(200)])).status).toBe(400)
  })

  it('413 if they exceed 1 MiB together, known or not', async () => {
    const half = 'x'.repeat(2 ** 19)
    for (const texts of [
      [
        ['a', half],
        ['b', half],
      ],
      [
        ['description', half],
        ['a', half],
      ],
      [['metadata', `{"x":"${half}${half}"}`]],
    ] as [string, string][][]) {
      const response = await send([consent, ...texts])
      expect(response.status).toBe(413)
      expect(await bodyOf<Problem>(response)).toMatchObject({ code: 'BODY_TOO_LARGE', details: { limit: 2 ** 20 } })
    }
    expect((await send([consent, ['a', half], ['b', 'x'.repeat(2 ** 19 - 100)]])).status).toBe(200)
    expect(await app.storedFiles()).toHaveLength(2 * 2)
  })

  it('the first of several with one name counts', async () => {
    const title = (text: string): [string, string] => ['metadata', JSON.stringify({ title: text })]
    const response = await send([consent, title('first'), title('second'), ['metadata', 'no JSON']])
    expect(await bodyOf(response)).toMatchObject({ title: 'first' })
    expect((await send([['consents', '{"workshopConsent":false}'], consent])).status).toBe(400)
  })

  it('accepts at most 1,000 descriptions', async () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => ({ fileName: 'a', description: 'b' })))
    expect((await send([consent, ['descriptions', list(1_000)]])).status).toBe(200)
    expect((await send([consent, ['descriptions', list(1_001)]])).status).toBe(400)
  })

  it('ignores unknown fields of the JSON parts', async () => {
    const more = { more: [[], {}], workshopConsent: true, socialMediaConsents: [{ platformId: 1, more: {} }] }
    const response = await send([
      ['consents', JSON.stringify(more)],
      ['metadata', '{"title":"t","more":1}'],
    ])
    expect(response.status).toBe(200)
  })

  it('accepts a text in pieces of one byte, and one sent as JSON', async () => {
    const form = new FormData()
    form.append('consents', new Blob([JSON.stringify(consents)], { type: 'application/json' }))
    form.append('images', new Blob([new Uint8Array(await makeImage())]), 'a.jpg')
    // Every part with a file name is a file.
    expect((await app.fetch('/api/upload/batch', { method: 'POST', body: form })).status).toBe(400)

    const text = JSON.stringify({ title: 'ä'.repeat(50) })
    const part = (name: string, value: string, type = '') =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n${value}\r\n`
    const json = 'Content-Type: application/json\r\n'
    const head = part('metadata', text) + part('consents', JSON.stringify(consents), json)
    const image = Buffer.from(await makeImage())
    const file = '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head + file), image, Buffer.from('\r\n--x--\r\n')])
    const pieces = new ReadableStream({
      async start(controller) {
        for (const byte of body.subarray(0, 300)) controller.enqueue(new Uint8Array([byte]))
        controller.enqueue(new Uint8Array(body.subarray(300)))
        controller.close()
      },
    })
    const response = await app.fetch('/api/upload/batch', {
      method: 'POST',
      body: pieces,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      duplex: 'half',
    } as RequestInit)
    expect(await bodyOf(response)).toMatchObject({ title: 'ä'.repeat(50) })
  })
})

describe('uploads on the public host', () => {
  const send = (app: TestApp, spec = {}, headers: Record<string, string> = {}) =>
    sendBatch(app, spec, { ...asPublic, ...headers })
  const refusedForm = { parts: { consents: undefined } }
  async function refusals(app: TestApp) {
    const rule = { name: 'refused-upload', limit: 100, windowSeconds: 3_600 }
    return (await app.app.deps.counters.read(rule, '127.0.0.1')).used
  }

  it('count only if they are stored (D56)', async () => {
    await using app = await startApp({ env: { ...publicHost, UPLOAD_RATE_LIMIT: '2' } })
    for (let n = 0; n < 3; n++) expect((await send(app, refusedForm)).status).toBe(400)
    expect((await send(app)).status).toBe(200)
    expect((await send(app, refusedForm)).status).toBe(400)
    expect((await send(app)).status).toBe(200)
    const tooMany = await send(app)
    expect(tooMany.status).toBe(429)
    expect((await bodyOf<Problem>(tooMany)).message).toMatch(/^At most \d+ uploads an hour/)
    expect((await send(app, refusedForm)).status).toBe(429)
    // On other hosts nothing counts.
    expect((await sendBatch(app)).status).toBe(200)
  })

  it('are answered again when they are repeated, also the one that used up the limit', async () => {
    await using app = await startApp({ env: { ...publicHost, UPLOAD_RATE_LIMIT: '1' } })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await bodyOf(await send(app, {}, headers))
    const again = await send(app, {}, headers)
    expect([again.status, await bodyOf(again)]).toEqual([200, first])
    expect((await send(app)).status).toBe(429)
    expect((await send(app, {}, { 'idempotency-key': randomUUID() })).status).toBe(429)
  })

  it('do not exceed the limit when many come at once', async () => {
    await using app = await startApp({ env: { ...publicHost, UPLOAD_RATE_LIMIT: '3' } })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(app)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
    // Refused uploads are not counted: one more is refused, but no later one because of it.
    const { counters } = app.app.deps
    const rule = { name: 'upload', limit: 3, windowSeconds: 3_600 }
    expect(await counters.read(rule, '127.0.0.1')).toMatchObject({ used: 3 })
  })

  it('429 after 100 refusals per hour', async () => {
    await using app = await startApp({ env: { ...publicHost } })
    for (let n = 0; n < 100; n++) expect((await send(app, { files: [], ...refusedForm })).status).toBe(400)
    const response = await send(app)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect(await bodyOf<Problem>(response)).toMatchObject({ code: 'RATE_LIMITED', details: { limit: 100 } })
    expect((await send(app, {}, { 'x-forwarded-for': '192.0.2.7' })).status).toBe(200)
  })

  it('429 for the seventh open one from one address, including single uploads and additions', async () => {
    await using app = await startApp({ env: { ...publicHost } })
    const { managementToken } = await uploadGroup(app)
    const paths = ['/api/upload', `/api/manage/${managementToken}/images`]
    using uploads = new DisposableStack()
    for (let n = 0; n < 6; n++) uploads.use(openUpload(app, paths[n]))
    // An earlier probe would take the place of one.
    await sleep(1_000)
    const response = await send(app)
    expect(response.status).toBe(429)
    expect(await bodyOf<Problem>(response)).toMatchObject({
      message: expect.stringContaining('6 uploads'),
      details: { limit: 6 },
    })
    expect(Number(response.headers.get('retry-after'))).toBeLessThan(60)
    const addition = { method: 'POST', body: await batchForm({ parts: { consents: undefined } }), headers: asPublic }
    expect((await app.fetch(`/api/manage/${managementToken}/images`, addition)).status).toBe(429)
    expect((await send(app, {}, { 'x-forwarded-for': '192.0.2.7' })).status).toBe(200)
    expect((await sendBatch(app)).status).toBe(200)
    uploads.dispose()
    await expect.poll(async () => (await send(app)).status).toBe(200)
    await sleep(200)
    expect(await refusals(app)).toBe(0)
  })

  it.each([
    ['/api/upload/batch', undefined],
    ['/api/upload', undefined],
    ['/api/upload/batch', 'application/json'],
  ])('a client that goes away before %s begins leaves none open (%s)', async (path, type) => {
    await using app = await startApp({ env: { ...publicHost } })
    const { counters } = app.app.deps
    const admitted = Promise.withResolvers<void>()
    const read = vi.spyOn(counters, 'read').mockImplementation(async (rule, key) => {
      await admitted.promise
      return counters.count({ ...rule, name: 'test' }, key)
    })
    for (let n = 0; n < 6; n++) {
      using _upload = openUpload(app, path, type)
      await expect.poll(() => read.mock.calls.length).toBe(n + 1)
    }
    // Until the service has noticed.
    await sleep(100)
    admitted.resolve()
    read.mockRestore()
    await expect.poll(async () => (await send(app)).status).toBe(200)
    expect(await refusals(app)).toBe(0)
  })

  it('429 beyond UPLOAD_BYTES_PER_HOUR, before the body is read if its length is known', async () => {
    await using app = await startApp({ env: { ...publicHost, UPLOAD_BYTES_PER_HOUR: '200000' } })
    const big = { name: 'b.jpg', bytes: new Uint8Array(300_000) }
    const tooBig = await send(app, { files: [big] })
    expect(tooBig.status).toBe(429)
    expect(await bodyOf<Problem>(tooBig)).toMatchObject({ code: 'RATE_LIMITED', details: { limit: 200_000 } })
    expect((await send(app)).status).toBe(200)
    const refused = { name: 'b.jpg', bytes: new Uint8Array(150_000) }
    expect((await send(app, { files: [refused] })).status).toBe(400)
    // The answer may come before the whole body is read, and counted.
    let again = await send(app, { files: [refused] })
    if (again.status === 400) again = await send(app, { files: [refused] })
    expect(again.status).toBe(429)
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect((await sendBatch(app, { files: [refused] })).status).toBe(400)
  })

  it('429 in the middle of an upload of unknown length', async () => {
    await using app = await startApp({ env: { ...publicHost, UPLOAD_BYTES_PER_HOUR: '6000' } })
    using upload = openUpload(app)
    const answer = answerOf(upload.socket)
    const image = Buffer.from(await makeImage())
    const head = '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n'
    const timer = setInterval(() => upload.send(Buffer.concat([Buffer.from(head), image, Buffer.from('\r\n')])), 100)
    expect(await answer.finally(() => clearInterval(timer))).toMatch(/^HTTP\/1.1 429 /)
    upload.socket.destroy()
    expect((await send(app)).status).toBe(429)
    await expect.poll(() => app.storedFiles()).toEqual([])
  })
})
