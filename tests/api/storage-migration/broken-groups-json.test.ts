import { createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { send } from '#tests/support/ask.ts'
import { writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { sendBatch } from '#tests/support/upload.ts'
import { full, migratingService, sparse, token } from './migrating-service.ts'

const service = migratingService()

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

const exhibitions = (...fields: object[]) => ({
  groups: [],
  exhibitions: fields.map((each) => ({ slug: 'class-7b', name: '7b', ...each })),
})

/** Content of the file, or its beginning, and the error message. */
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
  [group({ exhibition: 7 }), 'group 2 (bad): exhibition must be string or null'],
  [
    { ...group({ exhibition: 'class-9' }), exhibitions: [{ slug: 'class-7b', name: '7b' }] },
    'has an error in group 2 (bad): exhibition class-9 is neither in "exhibitions" nor here',
  ],
  [{ groups: [], exhibitions: {} }, 'must have a list as "exhibitions"'],
  ['{"exhibitions":[],"exhibitions":[],"groups":[]}', 'has the list "exhibitions" twice'],
  [JSON.stringify(exhibitions({})).slice(0, -4), 'is cut off after exhibition 0'],
  [exhibitions(...Array.from({ length: 1_001 }, () => ({}))), 'has more than 1000 exhibitions'],
  [{ groups: [], exhibitions: [7] }, 'has an error in exhibition 1: it must be object'],
  [exhibitions({}, {}), 'has an error in exhibition 2 (class-7b): slug is used more than once'],
  [exhibitions({ slug: 'A' }), 'has an error in exhibition 1 (A): slug must match pattern'],
  [exhibitions({ name: ' ' }), 'exhibition 1 (class-7b): name is missing'],
  [exhibitions({ name: 'n'.repeat(101) }), 'exhibition 1 (class-7b): name has 101 characters'],
  [exhibitions({ closesAt: 'soon' }), 'exhibition 1 (class-7b): closesAt must be a time like'],
  [
    exhibitions({ closesAt: '2026-01-02T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }),
    'exhibition 1 (class-7b): closesAt must be no later than endsAt',
  ],
  [exhibitions({ slug: 'main', endsAt: '2026-01-01T00:00:00Z' }), 'exhibition 1 (main): endsAt must be null'],
  [exhibitions({ platformIds: [99] }), 'exhibition 1 (class-7b): platformIds has 99, which is no platform'],
  [
    exhibitions({ texts: { consentTexts: { de: { social_media: 'Ja' } } } }),
    'exhibition 1 (class-7b): texts.consentTexts.de.social_media must contain {{name}}',
  ],
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
  [image({ fileName: 'a.jpg' }), 'group 2 (bad): images[1].fileName (a.jpg) is used more than once'],
  [image({ fileName: 'only.webp' }), 'group 2 (bad): images[1].fileName (only.webp) is used more than once'],
  [image({ fileName: 'a.png' }), 'group 2 (bad): images[1].previewPath (a.jpg) is used more than once'],
  [image({ id: 3 }), 'group 2 (bad): images[1].id: either all images have one or none'],
  [image({ id: 0 }), 'group 2 (bad): images[1].id must be >= 1'],
  [group({ groupId: 'sparse' }), 'group 2 (sparse): groupId is used more than once'],
  [
    { groups: [full, { ...full, groupId: 'bad', images: [] }] },
    'group 2 (bad): management_token is used more than once',
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
  it('is reported with group and field and left unchanged, and the service keeps running', async () => {
    await service.start()
    for (const [content, message] of brokenFiles) {
      await writeGroupsJson(service.dataDir, content)
      const before = await readFile(join(service.dataDir, 'groups.json'), 'utf8')
      await new Promise((resolve) => setTimeout(resolve, 25))
      const failed = await service.feed()
      expect(failed.body.message).toContain(message)
      expect(failed).toMatchObject({ status: 500, body: { success: false, code: 'MIGRATION_FAILED' } })
      expect(failed.body.message).not.toContain(token)
      expect(await service.status()).toMatchObject({
        migrationComplete: false,
        jsonBackupExists: false,
        lastMigration: null,
      })
      expect(await service.health()).toMatchObject({
        status: 500,
        body: { code: 'MIGRATION_FAILED', database: { healthy: false, status: 'ERROR', error: failed.body.message } },
      })
      expect(await readFile(join(service.dataDir, 'groups.json'), 'utf8')).toBe(before)
      expect(await service.app.app.deps.database.groups.any()).toBe(false)
      expect((await send(service.app, 'health')).status).toBe(200)
    }
  })

  it.each([
    ['zeros', '', '\0', 'is not valid JSON after group 0'],
    ['one text', `{"groups":[${JSON.stringify(sparse)},"`, 'x', 'is too long after group 1'],
    ['spaces', '{"groups":[', ' ', 'is too long after group 0'],
    ['lists in lists', '{"groups":', '[', 'is nested too deeply after group 0'],
    ['another list', '{"photos":[0', ',0', 'is too long after group 0'],
  ])('of 100 MB with %s is refused without reading it into memory', async (_name, beginning, filler, message) => {
    const file = createWriteStream(join(service.dataDir, 'groups.json'))
    file.write(beginning)
    const piece = Buffer.alloc(10_000_000, filler)
    for (let n = 0; n < 10; n++) file.write(piece)
    await finished(file.end())
    await service.start()
    const before = process.memoryUsage.rss()
    expect((await service.feed()).body.message).toContain(message)
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
    expect((await send(service.app, 'health')).status).toBe(200)
  })

  it('is reported by health before any request needs groups', async () => {
    await writeGroupsJson(service.dataDir, group({ year: 'x' }))
    await service.start()
    expect((await service.health()).status).toBe(500)
  })

  it('that is not UTF-8', async () => {
    await writeFile(join(service.dataDir, 'groups.json'), Buffer.from([...Buffer.from('{"groups":["'), 0xff, 0xfe]))
    await service.start()
    expect((await service.feed()).body.message).toBe('groups.json is not UTF-8 text after group 0')
  })

  it('refuses requests that need groups, uploads too, until it is repaired', async () => {
    await writeGroupsJson(service.dataDir, group({ year: 'x' }))
    await service.start()
    expect((await sendBatch(service.app)).status).toBe(500)
    expect(await service.migrate()).toMatchObject({ status: 500, body: { code: 'MIGRATION_FAILED' } })
    expect(
      (await (await loginAsAdmin(service.app)).fetch('/api/system/migration/rollback', { method: 'POST' })).status,
    ).toBe(200)
    await writeGroupsJson(service.dataDir, group({}))
    expect((await service.feed()).status).toBe(200)
    expect((await service.health()).status).toBe(200)
  })

  it('with a group that is already in the database leaves both unchanged', async () => {
    await writeGroupsJson(service.dataDir, { groups: [full] })
    await service.start()
    await service.feed()
    for (const [entry, field] of [
      [{ ...sparse, groupId: 'full' }, 'full): groupId'],
      [{ ...sparse, management_token: token }, 'management_token'],
      [{ ...sparse, images: [{ fileName: 'second.png' }] }, 'fileName'],
      [{ ...sparse, images: [{ fileName: 'x.png', previewPath: 'first.jpg' }] }, 'previewPath'],
      [{ ...sparse, images: [{ fileName: 'x.png', id: 2 }] }, 'id'],
    ] as const) {
      await writeGroupsJson(service.dataDir, { groups: [{ ...sparse, groupId: 'new', images: [] }, entry] })
      const { status, body } = await service.migrate()
      expect(status).toBe(500)
      expect(body.message).toContain(`${field.split(' ').at(-1)} is that of a group or image in the database`)
    }
    await rm(join(service.dataDir, 'groups.json'))
    expect((await service.feed()).body.totalCount).toBe(1)
    expect(await service.app.app.deps.database.groups.find('new')).toBeUndefined()
  })
})
