import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { jsonFiles, readGroupsJson, writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { aLastApproved } from '#tests/support/test-database.ts'
import { migratingService, sparse } from './migrating-service.ts'

const service = migratingService()
const group = (groupId: string, fields: object = {}) => ({
  ...sparse,
  groupId,
  images: [{ fileName: `${groupId}.jpg` }],
  ...fields,
})
const migrated = async (...groups: object[]) => {
  await writeGroupsJson(service.dataDir, { groups })
  await service.start()
  const admin = await loginAsAdmin(service.app)
  return { admin, result: await ask(admin, 'migrateStorage') }
}

describe('the migration of old data (D63)', () => {
  it.each([
    [1, true],
    [true, true],
    [0, false],
    [false, false],
  ])('takes approved: %j for isApproved: %j', async (approved, isApproved) => {
    const { admin, result } = await migrated(group('a', { approved }))
    expect(result.warnings.filter((warning) => warning.includes('isApproved'))).toEqual([])
    expect(await ask(admin, 'getAdminGroup', { params: { groupId: 'a' } })).toMatchObject({ isApproved })
    expect((await ask(admin, 'previewCleanup')).groups.map(({ id }) => id)).toEqual(isApproved ? [] : ['a'])
  })

  it('warns about a group with neither, in its result and in the log', async () => {
    const { result } = await migrated(group('a'))
    expect(result.warnings).toContain('group 1 (a) has neither isApproved nor approved: it counts as not approved')
    expect(service.app.logged()).toContain('has neither isApproved nor approved')
  })

  it('knows null for texts that are newer than what was last approved', async () => {
    const { name: _, ...older } = aLastApproved
    const { admin } = await migrated(group('a', { isApproved: true, last_approved: older }))
    const { lastApproved } = await ask(admin, 'getAdminGroup', { params: { groupId: 'a' } })
    expect(lastApproved).toEqual({ ...older, name: null })
  })

  it('adds an unknown platform as inactive, and never confuses it with another one', async () => {
    const consents = [
      { platformName: 'Mastodon', platformId: 1, consented: true },
      { platformName: 'facebook', platformId: 77, consented: true },
    ]
    const { admin, result } = await migrated(
      group('a', { socialMediaConsents: consents }),
      group('b', { socialMediaConsents: consents }),
    )
    expect(result.warnings.filter((warning) => warning.includes('mastodon'))).toHaveLength(1)
    const { socialMediaConsents } = await ask(admin, 'getAdminGroup', { params: { groupId: 'a' } })
    expect(socialMediaConsents).toMatchObject([
      { platformId: 1, platformName: 'facebook', consented: true },
      { platformId: 5, platformName: 'mastodon', consented: true },
    ])
    const platforms = await ask(admin, 'listAllPlatforms')
    expect(platforms.at(-1)).toMatchObject({ platform_id: 5, platform_name: 'mastodon', is_active: false })
    expect((await ask(service.app, 'listPlatforms')).map(({ platform_id }) => platform_id)).toEqual([1, 2, 3])
  })

  it('treats a missing consented as no consent', async () => {
    const { admin } = await migrated(group('a', { socialMediaConsents: [{ platformId: 1 }] }))
    const { socialMediaConsents } = await ask(admin, 'getAdminGroup', { params: { groupId: 'a' } })
    expect(socialMediaConsents).toMatchObject([{ platformId: 1, consented: false }])
  })

  it('archives the same file again if it is put back, with a log entry', async () => {
    const { admin } = await migrated(group('a', { approved: 1 }))
    await ask(admin, 'deleteGroup', { params: { groupId: 'a' } })
    await writeGroupsJson(service.dataDir, { groups: [group('a', { approved: 1 })] })
    expect(await ask(service.app, 'listGroups')).toMatchObject({ totalCount: 0 })
    expect(await jsonFiles(service.dataDir)).not.toContain('groups.json')
    expect(service.app.logged()).toContain('groups.json is the file that was migrated last')
  })

  it('migrates the file of a rollback without restarting the seven days', async () => {
    const { admin } = await migrated(group('a', { uploadDate: '2020-01-01T00:00:00.000Z' }))
    await ask(admin, 'rollbackStorage')
    const [written] = await readGroupsJson(service.dataDir)
    expect(written).toMatchObject({ groupId: 'a', first_approved_at: null })
    await ask(admin, 'migrateStorage')
    expect((await ask(admin, 'previewCleanup')).groups).toMatchObject([{ id: 'a' }])
  })
})

describe('backups of the migration (D50)', () => {
  it('are readable by their owner only, and removed after MIGRATION_BACKUP_DAYS with a log line', async () => {
    const clock = fakeClock('2026-11-22T10:00:00.000Z')
    const name = 'groups.backup-2026-11-22T10-00-00-000Z.json'
    await writeGroupsJson(service.dataDir, { groups: [sparse] })
    await writeFile(join(service.dataDir, 'groups.backup-of-somebody.json'), '{}', { mode: 0o644 })
    await service.start({ overrides: { clock }, jobs: true })
    await ask(service.app, 'listGroups')
    expect(await jsonFiles(service.dataDir)).toContain(name)
    expect((await stat(join(service.dataDir, name))).mode & 0o777).toBe(0o600)

    const { archive } = service.app.app.deps
    const daysLater = (days: number) => new Date(clock.now().getTime() + days * 24 * 60 * 60_000)
    expect(await archive.removeBackups(clock.now())).toEqual([])
    clock.set(daysLater(30).toISOString())
    await service.app.stop()
    await service.start({ overrides: { clock }, jobs: true })
    expect(await jsonFiles(service.dataDir)).toContain(name)
    clock.advance(1)
    await service.app.stop()
    await service.start({ overrides: { clock }, jobs: true })
    await expect.poll(() => jsonFiles(service.dataDir)).not.toContain(name)
    await expect.poll(() => service.app.logged()).toContain(name)
    expect((await stat(join(service.dataDir, 'groups.backup-of-somebody.json'))).mode & 0o777).toBe(0o600)
  })
})
