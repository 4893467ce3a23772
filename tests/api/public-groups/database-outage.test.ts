import { describe, expect, it } from 'vitest'
import { ask } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { newDatabase } from '#tests/support/servers/databases.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/servers/proxies/tcp-proxy.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const server = await sharedService('postgres')

interface Behind extends AsyncDisposable {
  readonly app: TestApp
  readonly proxy: TcpProxy
}

/** A service whose database is behind a proxy. */
async function startBehind(env: Record<string, string> = {}): Promise<Behind> {
  if (server === undefined) throw new Error('no PostgreSQL')
  await using opened = new AsyncDisposableStack()
  const url = new URL(opened.use(await newDatabase(server)).url)
  const proxy = opened.use(await startTcpProxy({ host: url.hostname, port: Number(url.port) }))
  url.port = String(proxy.port)
  const app = opened.use(
    await startApp({ env: { DATABASE_URL: url.href, ADMIN_SESSION_SECRET: 'secret of the tests', ...env } }),
  )
  const resources = opened.move()
  return { app, proxy, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const timed = async (app: TestApp, path: string) => {
  const began = performance.now()
  const { status } = await app.fetch(path)
  return { status, ms: performance.now() - began }
}

describe.skipIf(server === undefined)('the feed while PostgreSQL does not answer', () => {
  it('fails within five seconds, whenever it was asked', { timeout: 30_000 }, async () => {
    await using behind = await startBehind()
    const { app, proxy } = behind
    await ownGroup(app)
    await timed(app, '/api/groups')
    proxy.freeze()
    const first = timed(app, '/api/groups')
    await expect.poll(() => performance.now() % 1_000 > 900).toBe(true)
    const answers = await Promise.all([first, timed(app, '/api/groups'), timed(app, '/api/groups')])
    for (const { status, ms } of answers) {
      expect(status).toBe(503)
      expect(ms).toBeLessThan(6_500)
    }
    proxy.thaw()
    await proxy.goDown()
    await proxy.comeBack()
  })

  it('comes from memory for STALE_FEED_SECONDS, as do groups and previews', { timeout: 30_000 }, async () => {
    await using behind = await startBehind({ STALE_FEED_SECONDS: '60' })
    const { app, proxy } = behind
    const { groupId } = await ownGroup(app)
    const list = await ask(app, 'listGroups')
    const paths = ['/api/groups', `/api/groups/${groupId}`, present(list.groups[0]?.images[0]).previewPath]
    for (const path of [...paths, ...paths]) expect((await timed(app, path)).status, path).toBe(200)
    proxy.freeze()
    for (const path of paths) {
      const { status, ms } = await timed(app, path)
      expect([status, ms < 2_000], path).toEqual([200, true])
    }
    proxy.thaw()
    await proxy.goDown()
    for (const path of paths) expect((await timed(app, path)).status, path).toBe(200)
    expect(await ask(app, 'listGroups')).toEqual(list)
    await proxy.comeBack()
  })

  it('never shows again what this replica has withdrawn, also where the commit was not confirmed', {
    timeout: 30_000,
  }, async () => {
    await using behind = await startBehind({ STALE_FEED_SECONDS: '60' })
    const { app, proxy } = behind
    const { owner, groupId } = await ownGroup(app)
    for (let n = 0; n < 2; n++) expect((await timed(app, `/api/groups/${groupId}`)).status).toBe(200)
    const { database } = app.app.deps
    const tried = database.transaction(async (tx) => {
      await tx.groups.update(groupId, { displayInWorkshop: false })
      await proxy.goDown()
    })
    await expect(tried).rejects.toThrow()
    expect((await timed(app, `/api/groups/${groupId}`)).status).toBe(503)
    await proxy.comeBack()
    await expect.poll(async () => (await timed(app, `/api/groups/${groupId}`)).status).toBe(200)
    expect((await owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })).status).toBe(200)
    await proxy.goDown()
    expect((await timed(app, `/api/groups/${groupId}`)).status).toBe(503)
    await proxy.comeBack()
  })
})
