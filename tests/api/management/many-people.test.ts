import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '#server/features/cleanup/clean-up.ts'
import { purgeAuditLog } from '#server/jobs/purge.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { type OwnedGroup, owner, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const behindProxy = { TRUST_PROXY_HOPS: '1' }
const wrongToken = () => crypto.randomUUID()
const auditLog = (app: TestApp) => app.app.deps.database.auditLog.latest('all', 1_000)

let next = 0
/** An address that no other test uses. */
const newAddress = () => `10.1.1.${++next}`

describe('an old link (D56)', () => {
  const days = (n: number) => n * 24 * 60 * 60_000
  const manyTimes = async (app: TestApp, token: string, address: string) => {
    for (let i = 0; i < 25; i++) expect((await owner(app, token, { address }).view()).status).toBe(404)
  }

  it.each([
    ['its owner', (own: OwnedGroup) => own.owner.send('DELETE')],
    ['the cleanup', (_: OwnedGroup, app: TestApp) => cleanUp(app.app.deps)],
  ])('of a group that %s deleted is 404 like any other, but no failed validation', async (_by, remove) => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z')
    await using app = await startApp({ env: behindProxy, overrides: { clock } })
    const own = await ownGroup(app, { approved: false })
    clock.advance(days(8))
    await remove(own, app)
    const address = newAddress()
    const wrong = await owner(app, wrongToken(), { address: newAddress() }).view()
    const before = await auditLog(app)
    const old = await owner(app, own.token, { address }).view()
    expect([old.status, old.body]).toEqual([wrong.status, wrong.body])
    await manyTimes(app, own.token, address)
    expect(await app.app.deps.database.failedValidations.find(address)).toBeUndefined()
    expect(await auditLog(app)).toEqual(before)
  })

  it('is known for 400 days, by its digest', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z')
    await using app = await startApp({ env: behindProxy, overrides: { clock } })
    const { database } = app.app.deps
    const own = await ownGroup(app)
    await own.owner.send('DELETE')
    const purge = () => database.transaction((tx) => purgeAuditLog(app.app.deps, tx))
    clock.advance(days(400))
    await purge()
    await manyTimes(app, own.token, newAddress())
    clock.advance(1)
    await purge()
    const address = newAddress()
    await owner(app, own.token, { address }).view()
    expect((await database.failedValidations.find(address))?.failedAt).toHaveLength(1)
    expect(await database.formerTokens.has(own.token)).toBe(false)
  })
})

describe('SHARED_NETWORKS (D56)', () => {
  let app: TestApp
  beforeAll(async () => {
    const env = { ...behindProxy, MANAGEMENT_RATE_LIMIT: '3', SHARED_NETWORKS: '192.168.7.0/24, 2001:db8:7::/48' }
    app = await startApp({ env })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })

  it.each(['192.168.7.9', '::ffff:192.168.7.10', '2001:db8:7:1::5'])('counts %s for each link', async (address) => {
    const groups = [await ownGroup(app), await ownGroup(app)]
    for (const { token } of groups) {
      const mine = owner(app, token, { address })
      for (let i = 0; i < 3; i++) expect((await mine.view()).status).toBe(200)
      expect((await mine.view()).status).toBe(429)
    }
  })

  it('counts other addresses as usual', async () => {
    const groups = [await ownGroup(app), await ownGroup(app)]
    for (let i = 0; i < 3; i++) await owner(app, groups[0]?.token ?? '', { address: '192.168.8.1' }).view()
    expect((await owner(app, groups[1]?.token ?? '', { address: '192.168.8.1' }).view()).status).toBe(429)
  })

  it('bans with the 200th wrong link', async () => {
    const address = '192.168.7.66'
    const { token } = await ownGroup(app)
    for (let i = 0; i < 199; i++) await owner(app, wrongToken(), { address }).view()
    expect((await owner(app, token, { address }).view()).status).toBe(200)
    expect((await owner(app, wrongToken(), { address }).view()).status).toBe(404)
    expect((await owner(app, token, { address }).view()).status).toBe(403)
  })
})
