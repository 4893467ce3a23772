import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openJsonGroupArchive } from '#server/adapters/json/json-group-archive.ts'
import { systemClock } from '#server/adapters/system-clock.ts'
import { loginAsAdmin, loginAsAuditor } from '#tests/support/admin.ts'
import { jsonFiles, readGroupsJson, writeGroupsJson } from '#tests/support/archive-files.ts'
import { makeImage } from '#tests/support/make-image.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, sendBatch, uploadGroup } from '#tests/support/upload.ts'

const token = '3f0c9a4e-7d2b-4c1a-9e5f-1a2b3c4d5e6f'
/** A group with all fields of D35. */
const full = {
  groupId: 'full',
  name: 'Ada',
  title: 'Fair',
  description: 'All day\nlong 🎈',
  year: 1999,
  uploadDate: '2024-05-01T10:00:00.123Z',
  isApproved: true,
  display_in_workshop: true,
  consent_timestamp: '2024-05-01T10:00:00.100Z',
  management_token: token,
  images: [
    {
      fileName: 'second.png',
      originalName: 'Übersicht.PNG',
      filePath: '/upload/second.png',
      previewPath: '/previews/second-preview.jpg',
      upload_order: 2,
      image_description: 'The second',
    },
    { fileName: 'first.jpg', upload_order: 1 },
  ],
  socialMediaConsents: [
    {
      platformId: 1,
      platformName: 'facebook',
      consented: true,
      consent_timestamp: '2024-05-01T10:00:00.100Z',
      revoked: false,
      revoked_timestamp: null,
    },
    {
      platformId: 2,
      platformName: 'instagram',
      consented: true,
      consent_timestamp: '2024-05-01T10:00:00.100Z',
      revoked: true,
      revoked_timestamp: '2024-06-01T00:00:00.000Z',
    },
  ],
}
const sparse = { groupId: 'sparse', uploadDate: '2023-12-31T23:30:00Z', images: [{ fileName: 'only.webp' }] }

let dataDir: string
let app: TestApp | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'werkschau-migration-'))
})
afterEach(async () => {
  await app?.[Symbol.asyncDispose]()
  app = undefined
  await rm(dataDir, { recursive: true, force: true })
})

async function start(options: Parameters<typeof startApp>[0] = {}): Promise<TestApp> {
  app = await startApp({ dataDir, ...options })
  return app
}

type Body = Record<string, unknown> & { groups: { groupId: string; images: { id: number; fileSize: number }[] }[] }
const get = async (path: string) => {
  const response = await (app as TestApp).fetch(path)
  return { status: response.status, body: (await response.json()) as Body }
}
const statusOf = async (path: string) => {
  const response = await (app as TestApp).fetch(path)
  await response.arrayBuffer()
  return response.status
}
const status = async () => (await get('/api/system/migration/status')).body
const migrate = async () => {
  const admin = await loginAsAdmin(app as TestApp)
  const response = await admin.fetch('/api/system/migration/migrate', { method: 'POST' })
  return { status: response.status, body: (await response.json()) as Body }
}
const rollback = async () => {
  const admin = await loginAsAdmin(app as TestApp)
  const response = await admin.fetch('/api/system/migration/rollback', { method: 'POST' })
  return { status: response.status, body: (await response.json()) as Body }
}

describe('getMigrationStatus', () => {
  it('says that nothing is to be migrated where there is no groups.json', async () => {
    await start()
    expect(await status()).toEqual({
      migrationComplete: true,
      jsonBackupExists: false,
      databaseActive: true,
      lastMigration: null,
    })
  })

  it('follows a migration, and does not start one', async () => {
    await writeGroupsJson(dataDir, { groups: [sparse] })
    await start()
    const before = { migrationComplete: false, jsonBackupExists: false, databaseActive: false, lastMigration: null }
    expect(await status()).toEqual(before)
    expect((await get('/api/system/migration/health')).status).toBe(200)
    expect((await get('/health')).status).toBe(200)
    expect((await get('/api/social-media/platforms')).status).toBe(200)
    expect((await get('/api/admin/groups')).status).toBe(403)
    expect(await status()).toEqual(before)
    expect((await get('/api/groups')).status).toBe(200)
    expect(await status()).toEqual({
      migrationComplete: true,
      jsonBackupExists: true,
      databaseActive: true,
      lastMigration: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    })
  })
})

describe('the migration', () => {
  it('brings every field of a group', async () => {
    await writeGroupsJson(dataDir, { groups: [full] })
    await start()
    await writeFile(join(dataDir, 'upload', 'first.jpg'), await makeImage())
    await writeFile(join(dataDir, 'upload', 'second.png'), 'x'.repeat(321))
    const { body } = await get('/api/groups')
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
    const { database } = (app as TestApp).app.deps
    expect((await database.groups.findByToken(token))?.groupId).toBe('full')
    expect(await database.consents.ofGroup('full')).toMatchObject([
      { platformName: 'facebook', consented: true, revoked: false, revokedTimestamp: null },
      { platformName: 'instagram', consented: true, revoked: true, revokedTimestamp: '2024-06-01T00:00:00.000Z' },
    ])
    expect((await database.images.ofGroup('full'))[1]?.originalName).toBe('Übersicht.PNG')
    expect(await statusOf('/upload/first.jpg')).toBe(200)
  })

  it('fills what may be missing: a token, the year of the upload in Berlin, the name of the preview', async () => {
    await writeGroupsJson(dataDir, { groups: [sparse] })
    await start()
    await get('/api/groups')
    const group = await (app as TestApp).app.deps.database.groups.find('sparse')
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
    const [image] = await (app as TestApp).app.deps.database.images.ofGroup('sparse')
    expect(image).toMatchObject({ previewName: 'only.jpg', mimeType: 'image/webp', uploadOrder: 1, originalName: null })
  })

  it('does not show a group whose consent to the display was withdrawn', async () => {
    await writeGroupsJson(dataDir, { groups: [{ ...full, display_in_workshop: false }] })
    await start()
    expect((await get('/api/groups')).body.totalCount).toBe(0)
    expect((await get('/api/groups/full')).status).toBe(404)
  })

  it('brings a group without images, which its owner can see and fill', async () => {
    await writeGroupsJson(dataDir, { groups: [{ ...sparse, management_token: token, images: undefined }] })
    await start()
    const { status, body } = await get(`/api/manage/${token}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ groupId: 'sparse', imageCount: 0, images: [] })
  })

  it('brings a platform consent that was not given, which nobody can revoke', async () => {
    const socialMediaConsents = [{ platformId: 1, consented: false }]
    await writeGroupsJson(dataDir, { groups: [{ ...sparse, management_token: token, socialMediaConsents }] })
    await start()
    const revoke = { consentType: 'social_media', action: 'revoke', platformId: 1 }
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'PUT', headers, body: JSON.stringify(revoke) }
    const response = await (app as TestApp).fetch(`/api/manage/${token}/consents`, init)
    expect(await response.json()).toMatchObject({ data: { newValue: false } })
    expect((await get(`/api/manage/${token}`)).body.data).toMatchObject({
      socialMediaConsents: [{ platformId: 1, consented: false, revoked: false, revokedTimestamp: null }],
    })
  })

  it('brings a revoked consent without its time, and the takedowns list it last', async () => {
    const socialMediaConsents = [{ platformId: 1, revoked: true }]
    await writeGroupsJson(dataDir, { groups: [full, { ...sparse, socialMediaConsents }] })
    await start()
    const admin = await loginAsAdmin(app as TestApp)
    const response = await admin.fetch('/api/admin/consents/takedowns')
    expect(((await response.json()) as Body).takedowns).toMatchObject([
      { groupId: 'full', revokedTimestamp: '2024-06-01T00:00:00.000Z' },
      { groupId: 'sparse', revokedTimestamp: null },
    ])
  })

  it('keeps the file under another name', async () => {
    const text = ` ${JSON.stringify({ version: 3, groups: [full, sparse], more: [[]] }, undefined, 2)}\n`
    await writeGroupsJson(dataDir, `\uFEFF${text}`)
    await start()
    await get('/api/groups')
    const [name, ...others] = await jsonFiles(dataDir)
    expect(name).toMatch(/^groups\.backup-.*\.json$/)
    expect(others).toEqual([])
    expect(await readFile(join(dataDir, name as string), 'utf8')).toBe(`\uFEFF${text}`)
  })

  it('happens once for many who come at the same time', async () => {
    await writeGroupsJson(dataDir, {
      groups: Array.from({ length: 300 }, (_, n) => ({ ...sparse, groupId: `g${n}`, images: [] })),
    })
    await start()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => get(n % 2 ? '/api/groups' : '/api/manage/nothing')),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 404]))
    expect((app as TestApp).logged().match(/"migrated groups.json/g)).toHaveLength(1)
    expect(await jsonFiles(dataDir)).toHaveLength(1)
  })

  it.each(['/upload/first.jpg', '/previews/first.jpg', '/api/download/first.jpg', '/api/groups/full'])(
    'comes before GET %s',
    async (path) => {
      await writeGroupsJson(dataDir, { groups: [full] })
      await start()
      await statusOf(path)
      expect(await status()).toMatchObject({ migrationComplete: true })
    },
  )

  it('comes before an upload, whose group joins the others', async () => {
    await writeGroupsJson(dataDir, { groups: [full] })
    await start()
    const group = await uploadGroup(app as TestApp)
    await publish(app as TestApp, group.groupId)
    expect((await get('/api/groups')).body.totalCount).toBe(2)
    expect(group.images[0]?.id).toBe(3)
  })

  it('takes up a file that was put there while the service runs', async () => {
    await start()
    expect((await get('/api/groups')).body.totalCount).toBe(0)
    await writeGroupsJson(dataDir, { groups: [full] })
    await new Promise((resolve) => setTimeout(resolve, 25))
    expect((await get('/api/groups')).body.totalCount).toBe(1)
    await writeGroupsJson(dataDir, { groups: [sparse] })
    expect(await migrate()).toMatchObject({ status: 200, body: { groupsMigrated: 1, imagesMigrated: 1 } })
    expect(await jsonFiles(dataDir)).toHaveLength(2)
  })
})

describe('migrateStorage', () => {
  it('answers zeros when there is nothing to do', async () => {
    await start()
    expect(await migrate()).toEqual({
      status: 200,
      body: {
        success: true,
        message: '0 groups with 0 images migrated',
        groupsMigrated: 0,
        imagesMigrated: 0,
        warnings: [],
        warningCount: 0,
      },
    })
  })

  it('says which files of images are missing, and migrates the images', async () => {
    await writeGroupsJson(dataDir, {
      groups: [{ ...full, images: [{ fileName: 'gone.jpg', filePath: '/upload/other.jpg' }] }],
    })
    await start()
    expect(await migrate()).toMatchObject({
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
    expect((app as TestApp).logged()).toContain('the file gone.jpg is missing or empty')
    expect((await get('/api/groups')).body.groups[0]?.images[0]?.fileSize).toBe(0)
    expect(await statusOf('/upload/gone.jpg')).toBe(404)
  })

  it('403 for all but admins with a CSRF token', async () => {
    await writeGroupsJson(dataDir, { groups: [full] })
    await start()
    const auditor = await loginAsAuditor(app as TestApp)
    for (const path of ['/api/system/migration/migrate', '/api/system/migration/rollback']) {
      expect((await (app as TestApp).fetch(path, { method: 'POST' })).status).toBe(403)
      expect((await auditor.fetch(path, { method: 'POST' })).status).toBe(403)
      expect((await auditor.fetch(path, { method: 'POST', headers: { 'x-csrf-token': 'x' } })).status).toBe(403)
    }
    expect(await status()).toMatchObject({ migrationComplete: false })
  })
})

const image = (fields: object) => ({
  groups: [sparse, { ...sparse, groupId: 'bad', images: [{ fileName: 'a.jpg' }, { fileName: 'b.jpg', ...fields }] }],
})
const group = (fields: object) => ({
  groups: [
    { ...sparse, images: [] },
    { ...full, groupId: 'bad', ...fields },
  ],
})
const consent = (fields: object) => group({ socialMediaConsents: [{ platformId: 1, ...fields }] })

/** Content of the file, or its beginning; what is said about it. */
const brokenFiles: [content: unknown, message: string][] = [
  ['', 'is cut off after group 0'],
  ['[]', 'must be an object with a list "groups"'],
  ['"groups"', 'must be an object with a list "groups"'],
  ['{}', 'has no list "groups"'],
  ['{"groups":{}}', 'must have a list as "groups"'],
  ['{"groups":[],"groups":[]}', 'has the list "groups" twice'],
  [JSON.stringify({ groups: [sparse, full] }).slice(0, -200), 'is cut off after group 1'],
  [JSON.stringify({ groups: [sparse] }).slice(0, -1), 'is cut off after group 1'],
  [`${JSON.stringify({ groups: [sparse] })}]`, 'is not valid JSON after group 1'],
  [`{"groups":[${JSON.stringify(sparse)},,]}`, 'is not valid JSON after group 1'],
  ["{'groups':[]}", 'is not valid JSON after group 0'],
  [`{"groups":${'['.repeat(1_000)}`, 'is nested too deeply after group 0'],
  [{ groups: [7] }, 'has an error in group 1: it must be object'],
  [{ groups: [{ ...sparse, groupId: undefined }] }, 'has an error in group 1: groupId is missing'],
  [{ groups: [{ ...sparse, groupId: 7 }] }, 'has an error in group 1: groupId must be string'],
  [{ groups: [{ ...sparse, groupId: '' }] }, 'has an error in group 1 (): groupId must have 1 to 200 characters'],
  [group({ uploadDate: undefined }), 'has an error in group 2 (bad): uploadDate is missing'],
  [
    group({ uploadDate: '2024-02-30T00:00:00Z' }),
    'group 2 (bad): uploadDate must be a time like 2024-05-01T10:00:00.000Z',
  ],
  [group({ consent_timestamp: 'yesterday' }), 'group 2 (bad): consent_timestamp must be a time like'],
  [group({ year: '2024' }), 'group 2 (bad): year must be integer or null'],
  [group({ isApproved: 1 }), 'group 2 (bad): isApproved must be boolean'],
  [group({ title: ['x'] }), 'group 2 (bad): title must be string or null'],
  [group({ title: 'a\0b' }), 'group 2 (bad): title has a character that cannot be stored'],
  [group({ title: '\ud83d' }), 'group 2 (bad): title has a character that cannot be stored'],
  [group({ management_token: 'secret' }), 'group 2 (bad): management_token must be a UUID v4'],
  [group({ images: {} }), 'group 2 (bad): images must be array'],
  [image({ fileName: undefined }), 'group 2 (bad): images[1].fileName is missing'],
  [
    image({ fileName: '../../etc/passwd' }),
    'group 2 (bad): images[1].fileName must be the name of a file, without a path',
  ],
  [image({ fileName: '..' }), 'group 2 (bad): images[1].fileName must be the name of a file, without a path'],
  [image({ fileName: 'C:\\a.jpg' }), 'group 2 (bad): images[1].fileName must be the name of a file, without a path'],
  [image({ fileName: '/a.jpg' }), 'group 2 (bad): images[1].fileName must be the name of a file, without a path'],
  [image({ previewPath: '/previews/..' }), 'group 2 (bad): images[1].previewPath must be the name of a file'],
  [image({ upload_order: 'first' }), 'group 2 (bad): images[1].upload_order must be integer or null'],
  [image({ fileName: 'a.jpg' }), 'group 2 (bad): images[1].fileName (a.jpg) stands in another place as well'],
  [image({ fileName: 'only.webp' }), 'group 2 (bad): images[1].fileName (only.webp) stands in another place as well'],
  [image({ fileName: 'a.png' }), 'group 2 (bad): images[1].previewPath (a.jpg) stands in another place as well'],
  [image({ id: 3 }), 'group 2 (bad): images[1].id: either all images have one or none'],
  [image({ id: 0 }), 'group 2 (bad): images[1].id must be >= 1'],
  [group({ groupId: 'sparse' }), 'group 2 (sparse): groupId stands in another place as well'],
  [
    { groups: [full, { ...full, groupId: 'bad', images: [] }] },
    'group 2 (bad): management_token stands in another place',
  ],
  [consent({ platformId: 'one' }), 'group 2 (bad): socialMediaConsents[0].platformId must be integer or null'],
  [consent({ platformId: null }), 'group 2 (bad): socialMediaConsents[0].platformId is missing'],
  [consent({ platformId: 77 }), 'group 2 (bad): socialMediaConsents[0].platformId is no platform that exists'],
  [
    group({ socialMediaConsents: [{ platformId: 1 }, { platformName: 'Facebook' }] }),
    'socialMediaConsents[1] is the second for facebook',
  ],
]

describe('a broken groups.json', () => {
  it('is told with group and field, stays as it is, and the service runs on', async () => {
    await start()
    for (const [content, message] of brokenFiles) {
      await writeGroupsJson(dataDir, content)
      const before = await readFile(join(dataDir, 'groups.json'), 'utf8')
      await new Promise((resolve) => setTimeout(resolve, 25))
      const failed = await get('/api/groups')
      expect(failed.body.message).toContain(message)
      expect(failed).toMatchObject({ status: 500, body: { success: false, code: 'MIGRATION_FAILED' } })
      expect(failed.body.message).not.toContain(token)
      expect(await status()).toMatchObject({ migrationComplete: false, jsonBackupExists: false, lastMigration: null })
      expect(await get('/api/system/migration/health')).toMatchObject({
        status: 500,
        body: { code: 'MIGRATION_FAILED', database: { healthy: false, status: 'ERROR', error: failed.body.message } },
      })
      expect(await readFile(join(dataDir, 'groups.json'), 'utf8')).toBe(before)
      expect(await (app as TestApp).app.deps.database.groups.any()).toBe(false)
      expect((await get('/health')).status).toBe(200)
    }
  })

  it.each([
    ['zeros', '', '\0', 'is not valid JSON after group 0'],
    ['one text', `{"groups":[${JSON.stringify(sparse)},"`, 'x', 'is too long after group 1'],
    ['spaces', '{"groups":[', ' ', 'is too long after group 0'],
    ['lists in lists', '{"groups":', '[', 'is nested too deeply after group 0'],
    ['another list', '{"photos":[0', ',0', 'is too long after group 0'],
  ])('of 100 MB with %s is refused without reading it into memory', async (_name, beginning, filler, message) => {
    const file = createWriteStream(join(dataDir, 'groups.json'))
    file.write(beginning)
    const piece = Buffer.alloc(10_000_000, filler)
    for (let n = 0; n < 10; n++) file.write(piece)
    await finished(file.end())
    await start()
    const before = process.memoryUsage.rss()
    expect((await get('/api/groups')).body.message).toContain(message)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
    expect((await get('/health')).status).toBe(200)
  })

  it('is told by health before anyone needs groups', async () => {
    await writeGroupsJson(dataDir, group({ year: 'x' }))
    await start()
    expect((await get('/api/system/migration/health')).status).toBe(500)
  })

  it('that is no UTF-8', async () => {
    await writeFile(join(dataDir, 'groups.json'), Buffer.from([...Buffer.from('{"groups":["'), 0xff, 0xfe]))
    await start()
    expect((await get('/api/groups')).body.message).toBe('groups.json is not UTF-8 text after group 0')
  })

  it('refuses requests that need groups, uploads too, until it is mended', async () => {
    await writeGroupsJson(dataDir, group({ year: 'x' }))
    await start()
    expect((await sendBatch(app as TestApp)).status).toBe(500)
    expect(await migrate()).toMatchObject({ status: 500, body: { code: 'MIGRATION_FAILED' } })
    expect(
      (await (await loginAsAdmin(app as TestApp)).fetch('/api/system/migration/rollback', { method: 'POST' })).status,
    ).toBe(200)
    await writeGroupsJson(dataDir, group({}))
    expect((await get('/api/groups')).status).toBe(200)
    expect((await get('/api/system/migration/health')).status).toBe(200)
  })

  it('with a group that the database has already leaves both as they are', async () => {
    await writeGroupsJson(dataDir, { groups: [full] })
    await start()
    await get('/api/groups')
    for (const [entry, field] of [
      [{ ...sparse, groupId: 'full' }, 'full): groupId'],
      [{ ...sparse, management_token: token }, 'management_token'],
      [{ ...sparse, images: [{ fileName: 'second.png' }] }, 'fileName'],
      [{ ...sparse, images: [{ fileName: 'x.png', previewPath: 'first.jpg' }] }, 'previewPath'],
      [{ ...sparse, images: [{ fileName: 'x.png', id: 2 }] }, 'id'],
    ] as const) {
      await writeGroupsJson(dataDir, { groups: [{ ...sparse, groupId: 'new', images: [] }, entry] })
      const { status, body } = await migrate()
      expect(status).toBe(500)
      expect(body.message).toContain(`${field.split(' ').at(-1)} is that of a group or image in the database`)
    }
    await rm(join(dataDir, 'groups.json'))
    expect((await get('/api/groups')).body.totalCount).toBe(1)
    expect(await (app as TestApp).app.deps.database.groups.find('new')).toBeUndefined()
  })
})

describe('images that a migration brought', () => {
  const taken = { takenAt: '2019:07:06 12:00:00', offset: '+02:00', make: 'Acme', model: 'Acme One' }
  const photo = { ...taken, position: { lat: 52.5, lon: 13.4 }, width: 1_000, height: 500 }
  const located = { groups: [{ ...full, images: [{ fileName: 'a.jpg' }, { fileName: 'b.jpg' }] }] }
  const place = async (name: string, bytes: Buffer | string) => {
    await mkdir(join(dataDir, 'upload'), { recursive: true })
    await writeFile(join(dataDir, 'upload', name), bytes)
  }
  const position = async (bytes: ArrayBuffer) =>
    readExif((await sharp(Buffer.from(bytes)).metadata()).exif as Buffer).GPSInfo
  const served = async (name: string) => (await (app as TestApp).fetch(`/upload/${name}`)).arrayBuffer()
  const feed = async () =>
    (await get('/api/groups')).body.groups[0] as unknown as Record<string, unknown> & { images: object[] }

  it('get their size, date and camera from their bytes, a preview, and lose their position', async () => {
    await place('a.jpg', await makeImage(photo))
    await place('b.jpg', await makeImage({ ...taken, takenAt: '2018:01:01 00:00:00' }))
    await writeGroupsJson(dataDir, located)
    await start({ jobs: true })
    expect((await feed()).images[0]).toMatchObject({ width: null })
    await expect.poll(feed).toMatchObject({
      captureDate: '2017-12-31T22:00:00.000Z',
      images: [
        { width: 1_000, height: 500, exifDateTaken: '2019-07-06T10:00:00.000Z', exifCameraModel: 'Acme One' },
        { width: 64, height: 48, exifDateTaken: '2017-12-31T22:00:00.000Z' },
      ],
    })
    expect(await position((await readFile(join(dataDir, 'upload', 'a.jpg'))).buffer as ArrayBuffer)).toBeUndefined()
    await expect.poll(() => (app as TestApp).storedFiles()).toEqual(['a.jpg', 'b.jpg', 'a.jpg', 'b.jpg'])
    const [image] = await (app as TestApp).app.deps.database.images.ofGroup('full')
    expect(image?.exifLocation).toBeNull()
  })

  it('are served without a position before anybody has come to them', async () => {
    await place('a.jpg', await makeImage(photo))
    await writeGroupsJson(dataDir, located)
    await start()
    for (const bytes of await Promise.all([served('a.jpg'), served('a.jpg')])) {
      expect(await position(bytes)).toBeUndefined()
    }
    expect((await feed()).images[0]).toMatchObject({ width: 1_000 })
  })

  it('are served as they are when they are damaged, without a position', async () => {
    const whole = await makeImage(photo)
    const damaged = Buffer.concat([whole.subarray(0, whole.length - 800)])
    await place('a.jpg', damaged)
    await place('b.jpg', 'no image')
    await writeGroupsJson(dataDir, located)
    await start()
    expect(Buffer.from(await served('a.jpg')).length).toBe(damaged.length)
    expect(await position(await served('a.jpg'))).toBeUndefined()
    expect(Buffer.from(await served('b.jpg')).toString()).toBe('no image')
  })

  it('keep their position with KEEP_LOCATION', async () => {
    const bytes = await makeImage(photo)
    await place('a.jpg', bytes)
    await writeGroupsJson(dataDir, located)
    await start({ jobs: true, env: { KEEP_LOCATION: 'true' } })
    await get('/api/groups')
    await expect
      .poll(async () => (await (app as TestApp).app.deps.database.images.ofGroup('full'))[0]?.exifLocation)
      .toEqual({ lat: expect.closeTo(52.5, 3), lon: expect.closeTo(13.4, 3) })
    expect(Buffer.from(await served('a.jpg')).equals(bytes)).toBe(true)
    await rollback()
    await get('/api/groups')
    expect((await (app as TestApp).app.deps.database.images.ofGroup('full'))[0]?.exifLocation).not.toBeNull()
  })
})

describe('rollbackStorage', () => {
  it('lets requests that are under way end and makes new ones wait: none of them misses a group', async () => {
    app = await startApp({ dataDir, env: { MANAGEMENT_RATE_LIMIT: '100000' } })
    const { fetch } = app
    const admin = await loginAsAdmin(app)
    const bytes = await makeImage()
    const group = await uploadGroup(app, { files: [1, 2, 3].map((n) => ({ name: `${n}.jpg`, bytes })) })
    await publish(app, group.groupId)
    const link = `/api/manage/${group.managementToken}`
    const body = JSON.stringify({ consentType: 'platform', platformId: 1, action: 'restore' })
    const headers = { 'content-type': 'application/json' }
    const requests = [
      () => fetch(link),
      () => fetch(`${link}/consents`, { method: 'PUT', body, headers }),
      () => fetch(`/api/groups/${group.groupId}`),
      () => fetch(`/previews/${group.images[0]?.previewPath.split('/').at(-1)}`),
      () => fetch(`/upload/${group.images[1]?.fileName}`),
      () => admin.fetch(`/api/admin/groups/${group.groupId}`),
    ]
    for (let round = 0; round < 5; round++) {
      const before = requests.map((send) => send())
      const rollback = admin.fetch('/api/system/migration/rollback', { method: 'POST' })
      const after = [...requests, ...requests, ...requests].map((send) => send())
      const answers = await Promise.all([rollback, ...before, ...after])
      expect(answers.filter(({ status }) => status !== 200).map(({ status, url }) => [status, url])).toEqual([])
    }
  })

  it('moves the groups to groups.json with tokens and consents, and the next request brings them back', async () => {
    await writeGroupsJson(dataDir, { groups: [full, sparse] })
    await start()
    const before = await get('/api/groups')
    expect(await rollback()).toMatchObject({ status: 200, body: { success: true, groupsRestored: 2 } })
    expect(await status()).toMatchObject({ migrationComplete: false, databaseActive: false, jsonBackupExists: true })
    expect((await get('/api/system/migration/health')).status).toBe(200)
    const written = await readGroupsJson(dataDir)
    expect(written).toMatchObject(
      [sparse, { ...full, images: [{ fileName: 'first.jpg' }, full.images[0]] }].map(
        ({ uploadDate, ...fields }) => fields,
      ),
    )
    expect(await (app as TestApp).app.deps.database.groups.any()).toBe(false)
    const after = await get('/api/groups')
    expect(after.body).toEqual(before.body)
    expect(await jsonFiles(dataDir)).toHaveLength(2)
  })

  it('keeps files, admins and sessions', async () => {
    await start()
    await uploadGroup(app as TestApp)
    const files = await (app as TestApp).storedFiles()
    const admin = await loginAsAdmin(app as TestApp)
    expect((await admin.fetch('/api/system/migration/rollback', { method: 'POST' })).status).toBe(200)
    expect(await (app as TestApp).storedFiles()).toEqual(files)
    expect((await admin.fetch('/auth/csrf-token')).status).toBe(200)
    expect(await (app as TestApp).app.deps.database.dueFileRemovals('9999', 10)).toEqual([])
  })

  it('a second time finds the groups in groups.json already', async () => {
    await start()
    await uploadGroup(app as TestApp)
    expect((await rollback()).body.groupsRestored).toBe(1)
    const first = await readFile(join(dataDir, 'groups.json'), 'utf8')
    expect(await rollback()).toMatchObject({ status: 200, body: { groupsRestored: 0 } })
    expect(await readFile(join(dataDir, 'groups.json'), 'utf8')).toBe(first)
  })

  it('does not give an image id a second time', async () => {
    await start()
    const { images } = await uploadGroup(app as TestApp)
    await rollback()
    const later = await uploadGroup(app as TestApp)
    expect(later.images[0]?.id).toBeGreaterThan(images[0]?.id ?? 0)
  })

  it('500 while a groups.json waits that cannot be migrated; the groups stay in the database', async () => {
    await start()
    const { groupId } = await uploadGroup(app as TestApp)
    await writeGroupsJson(dataDir, { groups: [{ ...sparse, groupId: undefined }] })
    const { status, body } = await rollback()
    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 'ROLLBACK_FAILED', message: expect.stringContaining('groupId is missing') })
    expect(await (app as TestApp).app.deps.database.groups.find(groupId)).toBeDefined()
    expect(await jsonFiles(dataDir)).toEqual(['groups.json'])
  })

  it.each(['write', 'publish'])('500 when it cannot %s the file; the groups stay in the database', async (step) => {
    const archive = openJsonGroupArchive(dataDir, { now: () => new Date() })
    const fail = () => Promise.reject(new Error(`no ${step}`))
    const write: typeof archive.write = async (...input) =>
      step === 'write' ? fail() : { ...(await archive.write(...input)), publish: fail }
    await start({ overrides: { archive: { ...archive, write } } })
    const { groupId } = await uploadGroup(app as TestApp)
    const { status, body } = await rollback()
    expect([status, body.code]).toEqual([500, 'ROLLBACK_FAILED'])
    expect(await (app as TestApp).app.deps.database.groups.find(groupId)).toBeDefined()
    expect(await jsonFiles(dataDir)).toEqual([])
  })

  it('takes the groups out of feed and files of a service that keeps copies', async () => {
    await start()
    const uploaded = await uploadGroup(app as TestApp)
    await publish(app as TestApp, uploaded.groupId)
    expect((await get('/api/groups')).body.totalCount).toBe(1)
    await rollback()
    await rm(join(dataDir, 'groups.json'))
    expect((await get('/api/groups')).body.totalCount).toBe(0)
    expect(await statusOf(uploaded.images[0]?.previewPath ?? '')).toBe(404)
  })
})

describe.runIf(inject('engine') === 'postgres')('on two replicas', () => {
  it('the migration happens once', async () => {
    const groups = Array.from({ length: 500 }, (_, n) => ({
      ...sparse,
      groupId: `g${n}`,
      images: [{ fileName: `${n}.jpg` }],
    }))
    await writeGroupsJson(dataDir, { groups })
    const first = await start()
    const second = await startApp({ dataDir })
    try {
      const answers = await Promise.all([first, second, first, second].map((each) => each.fetch('/api/groups')))
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
      expect(`${first.logged()}${second.logged()}`.match(/"migrated groups.json/g)).toHaveLength(1)
      expect(await jsonFiles(dataDir)).toHaveLength(1)
      expect((await second.app.deps.database.images.after(0, 1_000)).length).toBe(500)
    } finally {
      await second.stop()
    }
  })
})

describe('a groups.json that another replica takes while this one looks into it', () => {
  const takenAway = () => {
    const archive = openJsonGroupArchive(dataDir, systemClock)
    return {
      ...archive,
      async read(...input: Parameters<typeof archive.read>) {
        await rm(join(dataDir, 'groups.json'), { force: true })
        return archive.read(...input)
      },
    }
  }
  beforeEach(() => writeGroupsJson(dataDir, { groups: [full] }))

  it('is no failure of the database', async () => {
    await start({ overrides: { archive: takenAway() } })
    expect(await get('/api/system/migration/health')).toMatchObject({
      status: 200,
      body: { database: { healthy: true } },
    })
  })

  it('is no failed migration', async () => {
    await start({ overrides: { archive: takenAway() } })
    expect((await get('/api/groups')).status).toBe(200)
    expect((app as TestApp).logged()).not.toContain('failed')
  })
})

describe('after a crash', () => {
  it('while a rollback writes, the next start removes what it has written', async () => {
    await writeFile(join(dataDir, 'groups.0000-1111.tmp'), '{"rollbackId":"0000-1111","groups":[')
    app = await startApp({ dataDir, jobs: true })
    await expect.poll(() => jsonFiles(dataDir)).toEqual([])
  })

  it('between commit and renaming, the file is put away and not migrated again', async () => {
    await writeGroupsJson(dataDir, { groups: [full] })
    await start()
    const { database, archive } = (app as TestApp).app.deps
    const text = await readFile(join(dataDir, 'groups.json'))
    await get('/api/groups')
    const [backup] = await jsonFiles(dataDir)
    await rm(join(dataDir, backup as string))
    await writeFile(join(dataDir, 'groups.json'), text)
    const { digest } = await archive.read(async () => undefined)
    await database.transaction((tx) =>
      tx.serviceState.set(
        'storage_migration',
        JSON.stringify({ lastMigration: null, migrated: digest, rollback: null }),
      ),
    )
    expect((await migrate()).body.groupsMigrated).toBe(0)
    expect((await get('/api/groups')).body.totalCount).toBe(1)
    expect(await jsonFiles(dataDir)).toEqual([expect.stringContaining('backup')])
  })

  it('between renaming and noting it, the same file is migrated again after a rollback', async () => {
    await writeGroupsJson(dataDir, { groups: [full] })
    await start()
    const { database, archive } = (app as TestApp).app.deps
    const text = await readFile(join(dataDir, 'groups.json'))
    const { digest } = await archive.read(async () => undefined)
    await get('/api/groups')
    await database.transaction((tx) => tx.serviceState.set('storage_migration', JSON.stringify({ migrated: digest })))
    await rollback()
    await writeFile(join(dataDir, 'groups.json'), text)
    expect((await get('/api/groups')).body.totalCount).toBe(1)
  })

  it('between publishing groups.json and the end of a rollback, the groups are still in the database', async () => {
    await start()
    await uploadGroup(app as TestApp)
    await rollback()
    const text = await readFile(join(dataDir, 'groups.json'), 'utf8')
    await get('/api/groups')
    await writeFile(join(dataDir, 'groups.json'), text)
    const { database } = (app as TestApp).app.deps
    await database.transaction((tx) =>
      tx.serviceState.set('storage_migration', JSON.stringify({ rollback: JSON.parse(text).rollbackId })),
    )
    expect((await migrate()).body.groupsMigrated).toBe(0)
    expect(await jsonFiles(dataDir)).toEqual([expect.stringContaining('backup')])
    expect(await database.groups.any()).toBe(true)
  })
})
