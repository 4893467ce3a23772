import { writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MigrationGate } from '#server/features/storage-migration/migration-gate.ts'
import { loginAsAdmin, loginAsAuditor } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { jsonFiles, writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'
import { full, migratingService, sparse, token } from './migrating-service.ts'

const service = migratingService()

describe('getMigrationStatus', () => {
  it('reports that nothing is due without a groups.json', async () => {
    await service.start()
    expect(await service.status()).toEqual({
      migrationComplete: true,
      jsonBackupExists: false,
      databaseActive: true,
      lastMigration: null,
    })
  })

  it('follows a migration without starting one', async () => {
    await writeGroupsJson(service.dataDir, { groups: [sparse] })
    await service.start()
    const before = { migrationComplete: false, jsonBackupExists: false, databaseActive: false, lastMigration: null }
    expect(await service.status()).toEqual(before)
    expect((await service.health()).status).toBe(200)
    expect((await send(service.app, 'health')).status).toBe(200)
    expect((await send(service.app, 'listPlatforms')).status).toBe(200)
    expect((await send(service.app, 'listAdminGroups')).status).toBe(403)
    expect(await service.status()).toEqual(before)
    expect((await service.feed()).status).toBe(200)
    expect(await service.status()).toEqual({
      migrationComplete: true,
      jsonBackupExists: true,
      databaseActive: true,
      lastMigration: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    })
  })
})

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

describe('the migration', () => {
  it('migrates every field of a group', async () => {
    await writeGroupsJson(service.dataDir, { groups: [full] })
    await service.start()
    await writeFile(join(service.dataDir, 'upload', 'first.jpg'), await makeImage())
    await writeFile(join(service.dataDir, 'upload', 'second.png'), Buffer.concat([pngSignature, Buffer.alloc(313)]))
    const { body } = await service.feed()
    expect(body).toMatchObject({
      totalCount: 1,
      groups: [
        {
          groupId: 'full',
          groupName: 'Ada',
          title: 'Fair',
          description: 'All day\nlong 🎈',
          year: 1999,
          uploadDate: '2024-05-01T10:00:00.123Z',
          isApproved: true,
          display_in_workshop: true,
          consent_timestamp: '2024-05-01T10:00:00.100Z',
          images: [
            { fileName: 'first.jpg', previewPath: '/previews/first.jpg', upload_order: 1, mimeType: 'image/jpeg' },
            {
              fileName: 'second.png',
              filePath: '/upload/second.png',
              previewPath: '/previews/second-preview.jpg',
              upload_order: 2,
              imageDescription: 'The second',
              mimeType: 'image/png',
              fileSize: 321,
            },
          ],
        },
      ],
    })
    const { database } = service.app.app.deps
    expect((await database.groups.findByToken(token))?.groupId).toBe('full')
    expect(await database.consents.ofGroup('full')).toMatchObject([
      { platformName: 'facebook', consented: true, revoked: false, revokedTimestamp: null },
      { platformName: 'instagram', consented: true, revoked: true, revokedTimestamp: '2024-06-01T00:00:00.000Z' },
    ])
    expect((await database.images.ofGroup('full'))[1]?.originalName).toBe('Übersicht.PNG')
    expect(await service.statusOf('/upload/first.jpg')).toBe(200)
  })

  it('fills in missing fields: token, year of the upload in Berlin, name of the preview', async () => {
    await writeGroupsJson(service.dataDir, { groups: [sparse] })
    await service.start()
    await service.feed()
    const group = await service.app.app.deps.database.groups.find('sparse')
    expect(group).toMatchObject({
      name: null,
      year: 2024,
      uploadDate: '2023-12-31T23:30:00.000Z',
      isApproved: false,
      firstApprovedAt: null,
      displayInWorkshop: false,
      consentTimestamp: null,
      workshopRevokedTimestamp: null,
      managementToken: expect.stringMatching(/^[0-9a-f-]{14}4/),
    })
    const [image] = await service.app.app.deps.database.images.ofGroup('sparse')
    expect(image).toMatchObject({ previewName: 'only.jpg', mimeType: 'image/webp', uploadOrder: 1, originalName: null })
  })

  it('removes direction marks from file names', async () => {
    const [image] = full.images
    await writeGroupsJson(service.dataDir, {
      groups: [{ ...full, images: [{ ...image, originalName: 'photo\u202egpj.exe\u2066' }] }],
    })
    await service.start()
    await service.feed()
    const [migrated] = await service.app.app.deps.database.images.ofGroup('full')
    expect(migrated?.originalName).toBe('photogpj.exe')
  })

  it('does not publish a group with a withdrawn workshop consent', async () => {
    await writeGroupsJson(service.dataDir, { groups: [{ ...full, display_in_workshop: false }] })
    await service.start()
    expect((await service.feed()).body.totalCount).toBe(0)
    expect((await send(service.app, 'getGroup', { params: { groupId: 'full' } })).status).toBe(404)
  })

  it('migrates a group without images, which its owner can see and fill', async () => {
    await writeGroupsJson(service.dataDir, { groups: [{ ...sparse, management_token: token, images: undefined }] })
    await service.start()
    const { status, body } = await send(service.app, 'getManagedGroup', { params: { token } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ groupId: 'sparse', imageCount: 0, images: [] })
  })

  it('migrates a platform consent that was not given, which cannot be revoked', async () => {
    const socialMediaConsents = [{ platformId: 1, consented: false }]
    await writeGroupsJson(service.dataDir, { groups: [{ ...sparse, management_token: token, socialMediaConsents }] })
    await service.start()
    const revoke = { consentType: 'social_media', action: 'revoke', platformId: 1 }
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify(revoke) }
    const response = await service.app.fetch(`/api/manage/${token}/consents`, init)
    expect(await response.json()).toMatchObject({ data: { newValue: false } })
    expect((await send(service.app, 'getManagedGroup', { params: { token } })).body.data).toMatchObject({
      socialMediaConsents: [{ platformId: 1, consented: false, revoked: false, revokedTimestamp: null }],
    })
  })

  it('migrates a revoked consent without its time, which takedowns list last', async () => {
    const socialMediaConsents = [{ platformId: 1, revoked: true }]
    await writeGroupsJson(service.dataDir, { groups: [full, { ...sparse, socialMediaConsents }] })
    await service.start()
    const admin = await loginAsAdmin(service.app)
    expect((await ask(admin, 'listTakedowns')).takedowns).toMatchObject([
      { groupId: 'full', revokedTimestamp: '2024-06-01T00:00:00.000Z' },
      { groupId: 'sparse', revokedTimestamp: null },
    ])
  })

  it('archives the file under another name', async () => {
    const text = ` ${JSON.stringify({ version: 3, groups: [full, sparse], more: [[]] }, undefined, 2)}\n`
    await writeGroupsJson(service.dataDir, `\uFEFF${text}`)
    await service.start()
    await service.feed()
    const [name, ...others] = await jsonFiles(service.dataDir)
    expect(name).toMatch(/^groups\.backup-.*\.json$/)
    expect(others).toEqual([])
    expect(await readFile(join(service.dataDir, present(name)), 'utf8')).toBe(`\uFEFF${text}`)
  })

  it('runs once for many parallel requests', async () => {
    await writeGroupsJson(service.dataDir, {
      groups: Array.from({ length: 300 }, (_, n) => ({ ...sparse, groupId: `g${n}`, images: [] })),
    })
    await service.start()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => service.statusOf(n % 2 ? '/api/groups' : '/api/manage/nothing')),
    )
    expect(new Set(answers)).toEqual(new Set([200, 404]))
    expect(service.app.logged().match(/"migrated groups.json/g)).toHaveLength(1)
    expect(await jsonFiles(service.dataDir)).toHaveLength(1)
  })

  it.each(['/upload/first.jpg', '/previews/first.jpg', '/api/download/first.jpg', '/api/groups/full'])(
    'comes before GET %s',
    async (path) => {
      await writeGroupsJson(service.dataDir, { groups: [full] })
      await service.start()
      await service.statusOf(path)
      expect(await service.status()).toMatchObject({ migrationComplete: true })
    },
  )

  it('runs before an upload, whose group is added to the others', async () => {
    await writeGroupsJson(service.dataDir, { groups: [full] })
    await service.start()
    const group = await uploadGroup(service.app)
    await publish(service.app, group.groupId)
    expect((await service.feed()).body.totalCount).toBe(2)
    expect(group.images[0]?.id).toBe(3)
  })

  it('migrates a file that appears while the service runs', async () => {
    await service.start()
    expect((await service.feed()).body.totalCount).toBe(0)
    await writeGroupsJson(service.dataDir, { groups: [full] })
    expect((await service.feed()).body.totalCount).toBe(1)
    await writeGroupsJson(service.dataDir, { groups: [sparse] })
    expect(await service.migrate()).toMatchObject({ status: 200, body: { groupsMigrated: 1, imagesMigrated: 1 } })
    expect(await jsonFiles(service.dataDir)).toHaveLength(2)
  })

  it('is due at the very next request, however soon it follows', async () => {
    await service.start()
    const gate = new MigrationGate(service.app.app.deps)
    expect(gate.isOpen()).toBe(true)
    writeFileSync(join(service.dataDir, 'groups.json'), '{"groups":[]}')
    await new Promise(setImmediate)
    expect(gate.isOpen()).toBe(false)
  })
})

describe('migrateStorage', () => {
  it('returns zeros when there is nothing to do', async () => {
    await service.start()
    const { status, body } = await service.migrate()
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '0 groups with 0 images migrated',
      groupsMigrated: 0,
      imagesMigrated: 0,
      warnings: [],
      warningCount: 0,
    })
  })

  it('reports missing files and migrates their images', async () => {
    await writeGroupsJson(service.dataDir, {
      groups: [{ ...full, images: [{ fileName: 'gone.jpg', filePath: '/upload/other.jpg' }] }],
    })
    await service.start()
    expect(await service.migrate()).toMatchObject({
      status: 200,
      body: {
        groupsMigrated: 1,
        imagesMigrated: 1,
        warningCount: 2,
        warnings: [
          'group 1 (full): images[0].filePath does not end with the fileName, which counts',
          'group 1 (full): the file gone.jpg is missing or empty',
        ],
      },
    })
    expect(service.app.logged()).toContain('the file gone.jpg is missing or empty')
    expect((await service.feed()).body.groups[0]?.images[0]?.fileSize).toBe(0)
    expect(await service.statusOf('/upload/gone.jpg')).toBe(404)
  })

  it('403 for everyone but admins with a CSRF token', async () => {
    await writeGroupsJson(service.dataDir, { groups: [full] })
    await service.start()
    const auditor = await loginAsAuditor(service.app)
    for (const path of ['/api/system/migration/migrate', '/api/system/migration/rollback']) {
      expect((await service.app.fetch(path, { method: 'POST' })).status).toBe(403)
      expect((await auditor.fetch(path, { method: 'POST' })).status).toBe(403)
      expect((await auditor.fetch(path, { method: 'POST', headers: { 'x-csrf-token': 'x' } })).status).toBe(403)
    }
    expect(await service.status()).toMatchObject({ migrationComplete: false })
  })
})
