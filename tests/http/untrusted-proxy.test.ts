import { describe, expect, it } from 'vitest'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const forwarded = { headers: { 'x-forwarded-for': '192.0.2.7' } }
const warnings = (app: TestApp) => app.logged().split('all visitors behind it share one address').length - 1

describe('the warning about an untrusted proxy (D57)', () => {
  it.each([undefined, '0'])('is logged once an hour for X-Forwarded-For with TRUST_PROXY_HOPS %s', async (hops) => {
    const clock = fakeClock('2026-05-04T10:00:00Z')
    await using app = await startApp({ env: hops ? { TRUST_PROXY_HOPS: hops } : {}, overrides: { clock } })
    await app.fetch('/health')
    expect(warnings(app)).toBe(0)
    for (let n = 0; n < 3; n++) await app.fetch('/api/upload/settings', forwarded)
    expect(warnings(app)).toBe(1)
    expect(app.logged()).not.toContain('192.0.2.7')
    clock.advance(59 * 60_000)
    await app.fetch('/nothing', forwarded)
    expect(warnings(app)).toBe(1)
    clock.advance(60_000)
    await app.fetch('/api/upload/settings', forwarded)
    expect(warnings(app)).toBe(2)
  })

  it('is not logged if a proxy is trusted', async () => {
    await using app = await startApp({ env: { TRUST_PROXY_HOPS: '1' } })
    await app.fetch('/api/upload/settings', forwarded)
    expect(warnings(app)).toBe(0)
  })

  it('is logged where only the feed is read, which is answered from memory', async () => {
    await using app = await startApp()
    for (let n = 0; n < 2; n++) await app.fetch('/api/groups')
    const { hotReads } = app.app
    const before = hotReads.answered
    await app.fetch('/api/groups', forwarded)
    expect(hotReads.answered).toBe(before + 1)
    expect(warnings(app)).toBe(1)
  })
})
