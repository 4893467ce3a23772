import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { replyTo } from '#tests/support/ask.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const groups = Number(process.env.LONG_LIST_GROUPS ?? 1_050)
/** Groups read between two turns of the event loop. */
const partSize = 200

describe('lists without a limit and exports', () => {
  let app: TestApp
  let get: (path: string) => Promise<Response>
  beforeAll(async () => {
    app = await startApp()
    const admin = await loginAsAdmin(app)
    get = (path) => admin.fetch(path)
    const ranks = [{ isApproved: true }, { isApproved: false }, { firstApprovedAt: '2026-01-05T00:00:00.000Z' }]
    await seedGroups(
      app.app.deps.database,
      Array.from({ length: groups }, (_, n) => ({ images: 4, platformIds: [1], revokedIds: [2], ...ranks[n % 3] })),
    )
  }, 300_000)
  afterAll(() => app[Symbol.asyncDispose]())

  const orderOf = async (path: string) => {
    const body = await replyTo('listAdminGroups', await get(path))
    return body.groups.map(({ groupId }) => groupId)
  }

  it.each(['newest', 'deadline'])(
    'listAdminGroups gives each group once, in the order of its pages: %s',
    async (order) => {
      const all = await orderOf(`/api/admin/groups?order=${order}`)
      expect(new Set(all).size).toBe(groups)
      const { moderation } = app.app.deps.database
      const listed = await moderation.groups({ scope: 'all' }, { order: order as 'newest' | 'deadline' })
      expect(all).toEqual(listed.map(({ group }) => group.groupId))
      const page = await orderOf(`/api/admin/groups?order=${order}&limit=450&offset=150`)
      expect(page).toEqual(all.slice(150, 600))
    },
  )

  it('listTakedowns gives each one once, newest first', async () => {
    const { takedowns, total } = await replyTo('listTakedowns', await get('/api/admin/consents/takedowns'))
    expect(total).toBe(groups)
    expect(new Set(takedowns.map(({ takedownId }) => takedownId)).size).toBe(groups)
    const times = takedowns.map(({ revokedTimestamp }) => revokedTimestamp)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('listGroupsByConsent counts what it lists', async () => {
    const body = await (await get('/api/admin/groups/by-consent?platformId=1&platformConsent=true')).json()
    expect(body).toMatchObject({
      count: groups,
      filters: { displayInWorkshop: null, platformId: 1, platformConsent: true },
    })
    expect((body as { groups: unknown[] }).groups).toHaveLength(groups)
  })

  it.each([
    '/api/admin/groups',
    '/api/admin/groups/by-consent?displayInWorkshop=true',
    '/api/admin/consents/export',
    '/api/admin/consents/export?format=csv',
    '/api/admin/consents/takedowns',
  ])('%s lets other requests run', async (path) => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    let turns = 0
    const turn = () => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    let bytes = 0
    for await (const chunk of (await get(path)).body ?? []) bytes += chunk.length
    delay.disable()
    clearImmediate(next)
    expect(bytes).toBeGreaterThan(groups * 100)
    expect(turns).toBeGreaterThanOrEqual(groups / partSize)
    if (process.env.LONG_LIST_GROUPS) console.info(path, `${Math.round(delay.max / 1e6)} ms of stall at most`)
  })
})
