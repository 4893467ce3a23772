import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { makeImage } from '#tests/support/images/make-image.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { batchForm } from '#tests/support/upload.ts'

const alarms = readFileSync('deployment/prometheus/alarms.yml', 'utf8')

const refusesConnections = (app: TestApp) =>
  expect
    .poll(() =>
      app.fetch('/health').then(
        () => 'answers',
        () => 'refuses',
      ),
    )
    .toBe('refuses')

describe('stopping', () => {
  it('lets a running upload finish and accepts no new requests', async () => {
    const app = await startApp()
    const form = new Response(
      await batchForm({ files: [{ name: 'a.jpg', bytes: await makeImage({ width: 600, height: 400 }) }] }),
    )
    const body = Buffer.from(await form.arrayBuffer())
    const upload = request(`${app.url}/api/upload/batch`, {
      method: 'POST',
      headers: {
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': body.length,
        expect: '100-continue',
      },
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      upload.on('response', (response) => resolve(response.resume().statusCode))
      upload.on('error', reject)
    })
    upload.flushHeaders()
    await once(upload, 'continue')
    upload.write(body.subarray(0, 1_000))
    const stopped = app.stop()
    await refusesConnections(app)
    upload.end(body.subarray(1_000))
    expect(await answered).toBe(200)
    await stopped

    await using again = await startApp({ dataDir: app.dataDir })
    expect(await again.app.deps.database.images.after(0, 10)).toHaveLength(1)
  })

  it('is announced first: not ready, but answering and closing connections', async () => {
    await using app = await startApp()
    const before = await app.fetch('/health/ready')
    expect([before.status, await before.json()]).toEqual([200, { status: 'ready' }])
    expect(before.headers.get('connection')).toBe('keep-alive')
    app.app.drain()
    const after = await app.fetch('/health/ready')
    expect(after.status).toBe(503)
    expect(after.headers.get('retry-after')).toBe('5')
    expect(await after.json()).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    // An alert at each update would soon be ignored.
    expect(app.logged()).not.toMatch(/"level":(50|60)|stack/)
    const metrics = await (await app.fetch('/metrics')).text()
    expect(metrics).not.toContain('werkschau_errors_total{')
    // The alert fires if this rate is above 0.
    const [, leftOut] = /http_requests_total\{status=~"5\.\.",route!="([^"]+)"\}/.exec(alarms) ?? []
    const failed = metrics.match(/^werkschau_http_requests_total\{.*status="5\d\d".*$/gm)
    expect(failed).toEqual([expect.stringContaining(`route="${leftOut}"`)])
    const feed = await app.fetch('/api/groups')
    expect(feed.status).toBe(200)
    expect(feed.headers.get('connection')).toBe('close')
  })

  it('answers a request on an open connection', async () => {
    await using app = await startApp()
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    const closed = once(socket, 'close')
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    // A half-sent request keeps the connection busy; the answer before it proves that the half has arrived.
    const half = 'GET /api/groups HTTP/1.1\r\nHost: test\r\n'
    socket.write(`GET /health HTTP/1.1\r\nHost: test\r\n\r\n${half}`)
    await expect.poll(() => text).toMatch(/"status":"/)
    const stopped = app.stop()
    await refusesConnections(app)
    socket.write('\r\n')
    await closed
    const answer = text.slice(text.lastIndexOf('HTTP/1.1 '))
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toMatch(/^connection: close/im)
    expect(answer).toContain('"groups":')
    await stopped
  })
})
