import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeCounters } from '#server/jobs/purge.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type Answer, type OwnedGroup, owner, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const behindProxy = { TRUST_PROXY_HOPS: '1' }
const wrongToken = () => crypto.randomUUID()
const auditLog = (app: TestApp) => app.app.deps.database.auditLog.latest('all', 1_000)

let next = 0
/** An address that no other test uses. */
const newAddress = () => `10.1.${(++next / 250) | 0}.${next % 250}`

describe('the rate limit', () => {
  let app: TestApp
  let own: OwnedGroup
  beforeAll(async () => {
    app = await startApp({ env: { ...behindProxy, MANAGEMENT_RATE_LIMIT: '5' } })
    own = await ownGroup(app)
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })

  const from = (address: string, token = own.token) => owner(app, token, { address })
  const exhaust = async (address: string) => {
    for (let i = 0; i < 5; i++) expect((await from(address).view()).status).toBe(200)
  }

  it('reports the remaining requests, and refuses more with Retry-After', async () => {
    const address = newAddress()
    const first = await from(address).view()
    expect(first.headers.get('ratelimit-policy')).toBe('"management";q=5;w=3600')
    expect(first.headers.get('ratelimit')).toMatch(/^"management";r=4;t=(3600|3599)$/)
    for (let i = 0; i < 4; i++) expect((await from(address).view()).status).toBe(200)

    const refused = await from(address).view()
    expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'RATE_LIMITED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_590)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    expect(refused.headers.get('ratelimit')).toMatch(/^"management";r=0;t=\d+$/)
    expect((await from(newAddress()).view()).status).toBe(200)
  })

  it('counts every management route, wrong tokens and refused bodies included', async () => {
    const address = newAddress()
    const mine = from(address)
    const statuses = [
      await mine.send('PUT', '/metadata', {}),
      await mine.send('DELETE', '/images/0'),
      await mine.add(await makeImage()),
      await from(address, wrongToken()).view(),
      await from(address, 'malformed').send('PUT', '/reorder', {}),
      await mine.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
      await mine.send('DELETE'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([400, 404, 200, 404, 404, 429, 429])
  })

  it('lets exactly as many parallel requests through as allowed', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 30 }, () => from(address).view()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
  })

  it('is checked before the token and writes nothing about refused requests', async () => {
    const address = newAddress()
    await exhaust(address)
    const before = await auditLog(app)
    expect((await from(address, wrongToken()).view()).status).toBe(429)
    expect((await from(address).view()).status).toBe(429)
    expect(await auditLog(app)).toEqual(before)
    expect(await app.app.deps.database.failedValidations.find(address)).toBeUndefined()
  })

  it('counts IPv6 clients by their /64, and IPv4-mapped addresses as IPv4', async () => {
    for (let i = 0; i < 5; i++) await from(`2001:db8:0:7::${i}`).view()
    expect((await from('2001:db8:0:7:ffff:1:2:3').view()).status).toBe(429)
    expect((await from('2001:db8:0:8::1').view()).status).toBe(200)
    const address = newAddress()
    await exhaust(address)
    expect((await from(`::ffff:${address}`).view()).status).toBe(429)
  })

  it('uses the last address, which the proxy added, not those of the client', async () => {
    const address = newAddress()
    await exhaust(address)
    expect((await from(`${newAddress()}, ${address}`).view()).status).toBe(429)
    expect((await from(`${address}:4711`).view()).status).toBe(429)
  })

  it('ignores the header without a trusted proxy', async () => {
    await using direct = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '2' } })
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) statuses.push((await owner(direct, 'x', { address: newAddress() }).view()).status)
    expect(statuses).toEqual([404, 404, 429])
  })
})

describe('the ban', () => {
  let app: TestApp
  let own: OwnedGroup
  let clock: FakeClock
  beforeAll(async () => {
    clock = fakeClock('2026-03-01T12:00:00.000Z')
    app = await startApp({ env: { ...behindProxy, MANAGEMENT_RATE_LIMIT: '60' }, overrides: { clock } })
    own = await ownGroup(app)
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })

  const view = (address: string, token = own.token) => owner(app, token, { address }).view()
  const fail = async (address: string, times: number): Promise<Answer | undefined> => {
    let last: Answer | undefined
    for (let i = 0; i < times; i++) last = await view(address, wrongToken())
    return last
  }
  const hours = (n: number) => n * 60 * 60_000

  it('comes with the 20th failed validation, which itself is still 404', async () => {
    const address = newAddress()
    expect((await fail(address, 19))?.status).toBe(404)
    expect((await view(address)).status).toBe(200)
    expect((await fail(address, 1))?.status).toBe(404)
    const banned = await view(address)
    expect(banned).toMatchObject({ status: 403, body: { success: false, error: 'Forbidden', code: 'IP_BANNED' } })
    expect(banned.headers.get('retry-after')).toBe(String(24 * 60 * 60))
    expect((await owner(app, own.token, { address }).send('PUT', '/metadata', { title: 'x' })).status).toBe(403)
    expect((await view(newAddress())).status).toBe(200)
  })

  it('counts failures on every management route', async () => {
    const address = newAddress()
    const wrong = owner(app, 'malformed', { address })
    await fail(address, 12)
    for (const send of [
      () => wrong.send('DELETE'),
      () => wrong.send('PUT', '/consents', {}),
      () => wrong.send('PUT', '/images/descriptions', {}),
      () => wrong.send('PUT', '/metadata', {}),
      () => wrong.add(),
      () => wrong.send('DELETE', '/images/1'),
      () => wrong.send('PUT', '/reorder', {}),
      () => wrong.view(),
    ]) {
      expect((await send()).status).toBe(404)
    }
    expect((await view(address)).status).toBe(403)
  })

  it('counts parallel failures exactly', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 50 }, () => view(address, wrongToken())))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(30)
    expect((await app.app.deps.database.failedValidations.find(address))?.failedAt).toHaveLength(20)
  })

  it('counts over a sliding day', async () => {
    const address = newAddress()
    await fail(address, 10)
    clock.advance(hours(12))
    await fail(address, 9)
    clock.advance(hours(12))
    await fail(address, 10)
    expect((await view(address)).status).toBe(200)
    await fail(address, 1)
    expect((await view(address)).status).toBe(403)
  })

  it('lasts 24 hours and then leaves no trace', async () => {
    const address = newAddress()
    await fail(address, 20)
    clock.advance(hours(24) - 1)
    expect((await view(address)).status).toBe(403)
    clock.advance(1)
    expect((await view(address)).status).toBe(200)
    await purgeCounters(app.app.deps)
    expect(await app.app.deps.database.failedValidations.find(address)).toBeUndefined()
    await fail(address, 19)
    expect((await view(address)).status).toBe(200)
  })

  it('is checked before the rate limit and writes nothing about refused requests', async () => {
    const address = newAddress()
    await fail(address, 20)
    for (let i = 0; i < 40; i++) await view(address)
    const before = await auditLog(app)
    expect((await view(address, wrongToken())).status).toBe(403)
    expect(await auditLog(app)).toEqual(before)
    const others = newAddress()
    for (let i = 0; i < 41; i++) await view(others)
    await fail(others, 19)
    expect((await view(others)).status).toBe(429)
  })

  it('covers the /64 of an IPv6 client', async () => {
    for (let i = 0; i < 20; i++) await view(`2001:db8:5::${i}`, wrongToken())
    expect((await view('2001:db8:5::abcd')).status).toBe(403)
    expect((await view('2001:db8:6::abcd')).status).toBe(200)
  })
})

describe('after a restart', () => {
  it('bans and counts are unchanged', async () => {
    const env = { ...behindProxy, MANAGEMENT_RATE_LIMIT: '25' }
    await using app = await startApp({ env })
    const { token } = await ownGroup(app)
    const [banned, limited] = [newAddress(), newAddress()]
    for (let i = 0; i < 20; i++) await owner(app, wrongToken(), { address: banned }).view()
    for (let i = 0; i < 24; i++) await owner(app, token, { address: limited }).view()
    await app.stop()

    await using again = await startApp({ env, dataDir: app.dataDir })
    expect((await owner(again, token, { address: banned }).view()).status).toBe(403)
    expect((await owner(again, token, { address: limited }).view()).status).toBe(200)
    expect((await owner(again, token, { address: limited }).view()).status).toBe(429)
  })
})

describe('many wrong tokens from many addresses', () => {
  // 10,000 when run by hand; fewer in the suite.
  const count = Number(process.env.WRONG_TOKENS ?? 300)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = async () => {
    for (let i = 0; i < 3; i++) {
      collect()
      await setImmediate()
    }
    return process.memoryUsage().heapUsed
  }

  it('do not increase memory or affect an owner at another address', { timeout: 120_000 }, async () => {
    await using app = await startApp({ env: { ...behindProxy, LOG_LEVEL: 'silent' } })
    const own = await ownGroup(app)
    const failOnce = async (i: number) => {
      const address = `10.${50 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`
      expect((await owner(app, wrongToken(), { address }).view()).status).toBe(404)
    }
    const fail = async (from: number, to: number) => {
      for (let i = from; i < to; i += 20) await Promise.all(Array.from({ length: 20 }, (_, j) => failOnce(i + j)))
    }
    await fail(0, count / 3)
    const before = await heap()
    await fail(count / 3, count)
    const grown = (await heap()) - before
    const view = await own.owner.view()
    expect(view.status).toBe(200)
    if (process.env.WRONG_TOKENS) console.log({ count, grownKiB: Math.round(grown / 1024) })
    expect(grown).toBeLessThan(4 * 2 ** 20)
  })
})
