import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminCredentials, post } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { newDatabase } from '#tests/support/servers/databases.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

const server = await sharedService('postgres')
const replicas = 10

describe.skipIf(server === undefined)('ten replicas', () => {
  it('start together on an empty database, and serve the same from the first request on', async () => {
    if (server === undefined) return
    await using started = new AsyncDisposableStack()
    const database = started.use(await newDatabase(server, { empty: true }))
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-together-'))
    started.defer(() => rm(folder, { recursive: true, force: true }))
    const env = { DATABASE_URL: database.url, ADMIN_SESSION_SECRET: 'secret of the replicas' }
    const starts = await Promise.allSettled(
      Array.from({ length: replicas }, () => startApp({ env, dataDir: folder, jobs: true })),
    )
    const apps = starts.flatMap((start) => (start.status === 'fulfilled' ? [started.use(start.value)] : []))
    expect(starts.filter(({ status }) => status === 'rejected')).toEqual([])

    const everywhere = <T>(ask: (app: TestApp) => Promise<T>) => Promise.all(apps.map(ask))
    const setups = await everywhere(
      async (app) => (await post(app, '/auth/setup/initial-admin', adminCredentials)).status,
    )
    expect(setups.sort()).toEqual([201, ...Array(replicas - 1).fill(409)])
    const groups = await everywhere(uploadGroup)
    await Promise.all(apps.map((app, index) => publish(app, groups[index]?.groupId ?? '')))
    const feeds = await everywhere(async (app) => (await app.fetch('/api/groups')).text())
    expect(new Set(feeds).size).toBe(1)
    expect(JSON.parse(feeds[0] ?? '').totalCount).toBe(replicas)
    const platforms = await everywhere(async (app) => ask(app, 'listPlatforms'))
    expect(platforms.map((list) => list.length)).toEqual(Array(replicas).fill(3))
  })
})
