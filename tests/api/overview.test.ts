import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { AppError } from '#server/domain/errors.ts'
import { loginAsAdmin, loginAsAuditor } from '#tests/support/admin.ts'
import { ask, replyTo } from '#tests/support/ask.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { owner } from '#tests/support/manage.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

describe('getSystemOverview', () => {
  it('returns the configuration without secrets', async () => {
    const env = {
      MESSENGER_BOT_TOKEN: '123:bot-token',
      MESSENGER_CHAT_ID: '42',
      ADMIN_SESSION_SECRET: 'a secret of 32 bytes for the test',
      SITE_URL: 'https://photos.example',
      CLEANUP_RETENTION_DAYS: '9',
    }
    await using app = await startApp({ env })
    const response = await (await loginAsAdmin(app)).fetch('/api/admin/overview')
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      version: packageJson.version,
      commit: null,
      newerSchema: null,
      hostRestriction: { enabled: false, publicHost: null, internalHost: null },
      siteUrl: 'https://photos.example',
      messenger: { configured: true, channels: ['chat'] },
      sessionSecret: 'configured',
      storage: { files: 'folder', images: 0, bytes: 0 },
      retentionDays: 9,
      groups: { pending: 0, approved: 0, changed: 0 },
      hasDeleted: false,
      lastCleanup: null,
      lastBackup: null,
      admins: 1,
      screens: 0,
      silentScreens: [],
      site: { isNamed: false, hasImprint: false, hasPrivacy: false },
      reached: {
        uploadUrl: 'https://photos.example/',
        proposedUrls: [],
        isSecure: true,
        hopsSeen: 0,
        hopsTrusted: null,
      },
    })
    expect(text).not.toContain('bot-token')
    expect(text).not.toContain(env.ADMIN_SESSION_SECRET)
  })

  it('tells since when a notification waits, and that the disk is full', async () => {
    const clock = fakeClock('2026-03-04T12:00:00.000Z')
    const env = { MESSENGER_BOT_TOKEN: '123:bot-token', MESSENGER_CHAT_ID: '42' }
    await using app = await startApp({ env, overrides: { clock } })
    const admin = await loginAsAdmin(app)
    const quiet = { oldestNotification: null, storage: { isFull: false } }
    expect(await ask(admin, 'getSystemOverview')).toMatchObject(quiet)
    await uploadGroup(app)
    const full = new AppError('STORAGE_FULL', 'There is no space left to store the files')
    Object.assign(app.app.deps.files, { checkFreeSpace: () => Promise.reject(full) })
    const alarming = { oldestNotification: clock.now().toISOString(), storage: { isFull: true } }
    expect(await ask(admin, 'getSystemOverview')).toMatchObject(alarming)
  })

  it('suggests addresses of the machine if phones cannot reach the current one, and counts the proxies', async () => {
    await using app = await startApp()
    const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' }
    const response = await (await loginAsAdmin(app)).fetch('/api/admin/overview', { headers })
    const { reached } = await replyTo('getSystemOverview', response)
    expect(reached).toMatchObject({ uploadUrl: `${app.url}/`, isSecure: false, hopsSeen: 2 })
    const port = new URL(app.url).port
    for (const url of reached.proposedUrls) expect(url).toMatch(new RegExp(`^http://[0-9.]+:${port}/$`))
    expect(reached.proposedUrls.filter((url) => url.includes('127.0.0.1'))).toEqual([])
    // The slideshow on the machine itself suggests them, too; nobody behind a proxy sees them.
    const settings = async (init?: RequestInit) =>
      (await replyTo('getUploadSettings', await app.fetch('/api/upload/settings', init))).proposedUrls
    expect(await settings()).toEqual(reached.proposedUrls)
    expect(await settings({ headers })).toEqual([])
  })

  it('counts uploads, approvals and deletions by week, and the consents', async () => {
    await using app = await startApp({ overrides: { clock: fakeClock('2026-03-04T12:00:00.000Z') } })
    const { database } = app.app.deps
    await seedGroups(database, [
      { uploadDate: '2026-03-02T00:00:00.000Z', platformIds: [1], images: 2 },
      {
        uploadDate: '2026-03-01T23:00:00.000Z',
        firstApprovedAt: '2026-03-03T00:00:00.000Z',
        isApproved: true,
        revokedIds: [1],
        displayInWorkshop: false,
      },
      { uploadDate: '2025-01-01T00:00:00.000Z' },
    ])
    await database.transaction((tx) =>
      tx.deletionLog.add({
        exhibitionId: 1,
        groupId: 'gone',
        year: 2026,
        imageCount: 1,
        uploadDate: '2026-02-24T00:00:00.000Z',
        deletedAt: '2026-03-03T00:00:00.000Z',
        reason: 'user_deletion',
        totalFileSize: 5,
      }),
    )
    const overview = await ask(await loginAsAdmin(app), 'getSystemOverview')
    expect(overview.hasDeleted).toBe(true)
    expect(overview.weeks).toHaveLength(12)
    expect(overview.weeks.slice(-2)).toEqual([
      { monday: '2026-02-23', uploads: 2, approvals: 0, deletions: 0, storedBytes: 2_000 },
      { monday: '2026-03-02', uploads: 1, approvals: 1, deletions: 1, storedBytes: 5_000 },
    ])
    expect(overview.consents.workshop).toBe(2)
    expect(overview.consents.platforms[0]).toMatchObject({ platformId: 1, inForce: 1, revoked: 1 })
    expect(overview.consents.platforms[1]).toMatchObject({ platformId: 2, inForce: 0, revoked: 0 })
    expect(overview.storage).toMatchObject({ images: 4, bytes: 5_000 })
  })

  it('says that nothing limits uploads and that weak passwords are accepted, until both are set', async () => {
    await using open = await startApp()
    expect(await ask(await loginAsAdmin(open), 'getSystemOverview')).toMatchObject({
      uploadRateLimit: null,
      passwordMinStrength: 0,
    })
    const env = { ENABLE_HOST_RESTRICTION: 'true', PUBLIC_HOST: 'photos.example', INTERNAL_HOST: '127.0.0.1' }
    await using app = await startApp({ env: { ...env, UPLOAD_RATE_LIMIT: '30', PASSWORD_MIN_STRENGTH: '2' } })
    expect(await ask(await loginAsAdmin(app), 'getSystemOverview')).toMatchObject({
      uploadRateLimit: 30,
      passwordMinStrength: 2,
    })
  })

  it('proposes for SHARED_NETWORKS what ten different good links came from within a week', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z')
    const env = { TRUST_PROXY_HOPS: '1', SHARED_NETWORKS: '192.0.2.0/24' }
    await using app = await startApp({ env, overrides: { clock } })
    const groups = await seedGroups(app.app.deps.database, Array(10).fill({}))
    const use = async (addressOf: (n: number) => string, count = 10) => {
      for (const [n, { managementToken }] of groups.slice(0, count).entries()) {
        expect((await owner(app, managementToken, { address: addressOf(n) }).view()).status).toBe(200)
      }
    }
    await use(() => '198.51.100.7')
    clock.advance(8 * 24 * 60 * 60_000)
    await use(() => '203.0.113.7')
    await use((n) => `2001:db8:1:2::${n}`)
    await use(() => '192.0.2.7')
    await use(() => '127.0.0.1')
    await use(() => '203.0.113.8', 9)
    for (let n = 0; n < 12; n += 1) await owner(app, randomUUID(), { address: '203.0.113.9' }).view()
    for (let n = 0; n < 12; n += 1) await use(() => '203.0.113.10', 1)
    const admin = await loginAsAdmin(app)
    const { sharedAddresses } = await ask(admin, 'getSystemOverview')
    expect(sharedAddresses).toEqual(['2001:db8:1:2::/64', '203.0.113.7/32'])
  })

  it('403 for an auditor', async () => {
    await using app = await startApp()
    expect((await (await loginAsAuditor(app)).fetch('/api/admin/overview')).status).toBe(403)
  })
})
