import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAuditor } from '#tests/support/admin.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { batchForm, bodyOf, type UploadedGroup } from '#tests/support/upload.ts'

const metricsOf = async (app: TestApp) => (await app.fetch('/metrics')).text()
/** The value of a line; NaN when there is none. */
const readValue = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length) ?? Number.NaN,
  )

describe('getMetrics', () => {
  let app: TestApp
  let group: UploadedGroup
  let text: string
  beforeAll(async () => {
    app = await startApp()
    const body = await batchForm()
    group = await bodyOf(await app.fetch('/api/upload/batch', { method: 'POST', body }))
    await app.fetch(`/api/groups/${group.groupId}`)
    await app.fetch(`/api/manage/${group.managementToken}`)
    await app.fetch('/api/manage/6f3c2a10-0000-4000-8000-1234567890ab')
    await app.fetch('/made-up/path')
    await app.fetch('/made-up/another', { method: 'PROPFIND' })
    text = await metricsOf(app)
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })
  const value = (series: string) => readValue(text, series)

  it('counts requests by the pattern of their route, never by its values', () => {
    const requests = (method: string, route: string, status: number) =>
      value(`werkschau_http_requests_total{method="${method}",route="${route}",status="${status}"}`)
    expect(requests('POST', '/api/upload/batch', 200)).toBe(1)
    expect(requests('GET', '/api/groups/:groupId', 404)).toBe(1)
    expect(requests('GET', '/api/manage/:token', 200)).toBe(1)
    expect(requests('GET', '/api/manage/:token', 404)).toBe(1)
    expect(requests('GET', 'none', 404)).toBe(1)
    expect(requests('other', 'none', 404)).toBe(1)
  })

  it('measures how long they took', () => {
    const labels = 'method="POST",route="/api/upload/batch"'
    const name = 'werkschau_http_request_duration_seconds'
    expect(value(`${name}_count{${labels}}`)).toBe(1)
    expect(value(`${name}_bucket{${labels},le="+Inf"}`)).toBe(1)
    expect(value(`${name}_sum{${labels}}`)).toBeGreaterThan(0)
  })

  it('counts uploads, images, bytes and previews', () => {
    expect(value('werkschau_uploads_total')).toBe(1)
    expect(value('werkschau_uploaded_images_total')).toBe(1)
    expect(value('werkschau_uploaded_bytes_total')).toBe(group.images[0]?.fileSize)
    expect(value('werkschau_preview_duration_seconds_count')).toBe(1)
    expect(value('werkschau_previews_pending')).toBe(0)
  })

  it('reports stored and pending items', () => {
    expect(value('werkschau_groups{state="pending"}')).toBe(1)
    expect(value('werkschau_images')).toBe(1)
    expect(value('werkschau_image_bytes')).toBe(group.images[0]?.fileSize)
    expect(value('werkschau_file_removals_pending')).toBe(0)
    expect(value('werkschau_notifications_pending')).toBe(0)
    expect(value('werkschau_bans')).toBe(0)
    expect(value('werkschau_cleanup_last_run_timestamp_seconds')).toBe(0)
    expect(value('werkschau_database_up')).toBe(1)
  })

  it('reports limits that were hit, by error code', () => {
    expect(value('werkschau_errors_total{code="GROUP_NOT_FOUND"}')).toBe(2)
  })

  it('has the metrics of the process', () => {
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  it('contains no token, group id or made-up path', () => {
    expect(text).not.toContain(group.managementToken.slice(0, 8))
    expect(text).not.toContain('6f3c2a10')
    expect(text).not.toContain(group.groupId)
    expect(text).not.toContain('made-up')
  })

  it('follows the format: no duplicate series, help and type for each name', async () => {
    const again = await metricsOf(app)
    const lines = again.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const series = lines.map((line) => line.slice(0, line.lastIndexOf(' ')))
    expect(new Set(series).size).toBe(series.length)
    const typed = [...again.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].map(([, name]) => name)
    expect(new Set(typed).size).toBe(typed.length)
    const names = new Set(series.map((each) => each.replace(/\{.*$/, '').replace(/_(bucket|sum|count)$/, '')))
    expect([...names].filter((name) => !typed.includes(name))).toEqual([])
  })

  it('makes no dashboard treat the 0 before the first cleanup as a time', () => {
    const dashboard = readFileSync('deployment/grafana/werkschau.json', 'utf8')
    expect(dashboard).toContain('werkschau_cleanup_last_run_timestamp_seconds{job=~\\"$job\\"}) > 0')
  })

  it('has every metric that the dashboard shows', () => {
    const dashboard = readFileSync('deployment/grafana/werkschau.json', 'utf8')
    const shown = new Set(dashboard.match(/\b(werkschau|process|nodejs)_\w+/g))
    expect(shown.size).toBeGreaterThan(15)
    const missing = [...shown].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(text))
    expect(missing).toEqual([])
  })
})

describe('/metrics', () => {
  it('is never served on PUBLIC_HOST, with or without the host restriction', async () => {
    for (const restricted of ['true', 'false']) {
      await using app = await startApp({
        env: { PUBLIC_HOST: 'photos.example', INTERNAL_HOST: 'photos.lan', ENABLE_HOST_RESTRICTION: restricted },
      })
      const ask = (host: string) => app.app.http.inject({ url: '/metrics', headers: { host } })
      expect((await ask('photos.example')).json()).toMatchObject({ code: 'HOST_BLOCKED' })
      expect((await ask('photos.lan')).statusCode).toBe(200)
      expect((await ask('photos.lan')).headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    }
  })

  it('asks other machines for a session or METRICS_TOKEN', async () => {
    const token = 'a-token-for-the-monitoring'
    await using app = await startApp({ env: { METRICS_TOKEN: token, PUBLIC_HOST: 'photos.example' } })
    const { cookie } = await loginAsAuditor(app)
    const remoteAddress = '192.0.2.7'
    const ask = async (headers: Record<string, string>, from: object = { remoteAddress }) =>
      (await app.app.http.inject({ url: '/metrics', headers, ...from })).json().code
    expect(await ask({})).toBe('SESSION_REQUIRED')
    for (const each of ['Bearer another token', `Basic ${token}`, token, 'Bearer ', 'Bearer']) {
      expect(await ask({ authorization: each })).toBe('SESSION_REQUIRED')
    }
    expect(await ask({ 'x-forwarded-for': remoteAddress }, {})).toBe('SESSION_REQUIRED')
    expect((await app.app.http.inject({ url: '/metrics', remoteAddress, headers: { cookie } })).statusCode).toBe(200)
    const authorization = `Bearer ${token}`
    expect((await app.app.http.inject({ url: '/metrics', remoteAddress, headers: { authorization } })).statusCode).toBe(
      200,
    )
    expect(await ask({ authorization, host: 'photos.example' })).toBe('HOST_BLOCKED')
    expect(app.logged()).not.toContain(token)
  })

  it('asks other machines for a session where METRICS_TOKEN is not set', async () => {
    await using app = await startApp()
    for (const authorization of ['Bearer undefined', 'Bearer x']) {
      const refused = await app.app.http.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.7',
        headers: { authorization },
      })
      expect(refused.json()).toMatchObject({ code: 'SESSION_REQUIRED' })
    }
  })

  it('answers without the database and reports it', async () => {
    await using app = await startApp()
    const { overview } = app.app.deps.database
    const backlog = overview.backlog
    Object.assign(overview, { backlog: () => Promise.reject(new Error('gone')) })
    const text = await metricsOf(app)
    Object.assign(overview, { backlog })
    expect(readValue(text, 'werkschau_database_up')).toBe(0)
    expect(readValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(text).not.toContain('werkschau_images ')
    expect(readValue(await metricsOf(app), 'werkschau_database_up')).toBe(1)
  })
})

describe('health', () => {
  it('answers ok while database and files can be reached', async () => {
    await using app = await startApp()
    const response = await app.fetch('/health')
    expect(await response.json()).toEqual({ status: 'ok' })
  })
})
