import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEndJob } from '#server/jobs/end-exhibitions.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition, type Exhibition } from '#tests/support/exhibitions.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { readGroupsJson, writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'
import { full, migratingService, sparse } from './migrating-service.ts'

const service = migratingService()
const past = '2024-05-01T10:00:00.000Z'
const spring = {
  slug: 'spring',
  name: 'Spring',
  opensAt: '2024-03-01T10:00:00.000Z',
  closesAt: '2999-05-01T10:00:00.000Z',
  endsAt: '2999-06-01T10:00:00.000Z',
  deletedAfterDays: 30,
  accessCode: 'Oak7',
  texts: { welcomeText: { de: 'Hallo' }, minorsTick: false },
  platformNames: ['Instagram', 'mastodon'],
}
const over = { slug: 'over', name: 'Over', closesAt: past, endsAt: past, groupCountAtEnd: 7 }
const shown = { ...full, consent_timestamp: null, exhibition: 'spring' }
const ended = {
  ...{ groupId: 'ended', uploadDate: past, isApproved: true, exhibition: 'over' },
  images: [{ fileName: 'ended.jpg' }],
}
const listed = async () => (await ask(await loginAsAdmin(service.app), 'listExhibitions')).exhibitions
const find = async (slug: string) => (await listed()).find((each) => each.slug === slug) as Exhibition
const put = (fields: Readonly<Record<string, unknown>>) => writeGroupsJson(service.dataDir, fields)
const idsIn = async (exhibition: string) => {
  const { groups } = await ask(service.app, 'listGroups', { query: { exhibition } })
  return groups.map(({ groupId }) => groupId)
}

const markEnds = () => createEndJob(service.app.app.deps, { owner: 'test', signal: new AbortController().signal })()

describe('groups.json with exhibitions', () => {
  it('brings them with all their fields, and each group into its own; without one into `main` (D86)', async () => {
    await put({ groups: [shown, ended, { ...sparse, isApproved: true }], exhibitions: [spring, over] })
    await service.start()
    expect(await idsIn('spring')).toEqual(['full'])
    expect(await idsIn('main')).toEqual(['sparse'])
    const { platformNames: _, ...fields } = spring
    const platforms = await service.app.app.deps.database.platforms.all()
    const named = (name: string) => platforms.find(({ platformName }) => platformName === name)
    expect(named('mastodon')).toMatchObject({ isActive: false })
    const platformIds = ['instagram', 'mastodon'].map((name) => named(name)?.platformId)
    expect(await find('spring')).toMatchObject({ ...fields, platformIds, isOpen: true, counts: { approved: 1 } })
  })

  it('shows nothing of one that has ended, and keeps the number of groups it had', async () => {
    await put({ groups: [ended], exhibitions: [over] })
    await mkdir(join(service.dataDir, 'upload'))
    await writeFile(join(service.dataDir, 'upload', 'ended.jpg'), await makeImage())
    await service.start()
    const expectNothing = async () => {
      expect((await send(service.app, 'getGroup', { params: { groupId: 'ended' } })).status).toBe(404)
      expect((await send(service.app, 'listGroups', { query: { exhibition: 'over' } })).status).toBe(404)
      expect((await ask(service.app, 'listGroups', { query: { exhibition: '*' } })).groups).toEqual([])
      expect(await service.statusOf('/upload/ended.jpg')).toBe(404)
    }
    await expectNothing()
    await markEnds()
    await expectNothing()
    const { images } = await ask(await loginAsAdmin(service.app), 'getAdminGroup', { params: { groupId: 'ended' } })
    expect(await service.statusOf(images[0]?.filePath ?? '')).toBe(200)
    expect(await find('over')).toMatchObject({ isEnded: true, groupCountAtEnd: 7, counts: { approved: 1 } })
  })

  it('leaves one that is here as it is, with a warning; `main` only if somebody has changed it', async () => {
    const app = await service.start()
    const { id } = await addExhibition(await loginAsAdmin(app), { slug: 'spring', name: 'Here', closesAt: past })
    const main = { slug: 'main', name: 'Elsewhere', accessCode: 'Main77' }
    await put({ groups: [shown], exhibitions: [main, spring] })
    const { body } = await service.migrate()
    expect(body).toMatchObject({ groupsMigrated: 1 })
    expect(body.warnings).toContain('exhibition 2 (spring) is here already: it stays as it is')
    expect(await find('spring')).toMatchObject({ id, name: 'Here', accessCode: null, counts: { approved: 1 } })
    expect(await find('main')).toMatchObject({ name: 'Werkschau', accessCode: 'Main77' })
    await put({ groups: [], exhibitions: [{ ...main, accessCode: 'Main88' }] })
    await service.migrate()
    expect(await find('main')).toMatchObject({ accessCode: 'Main77' })
  })

  it.each([
    ['running here', {}],
    ['ended here', { endsAt: past }],
  ])('takes a group of one that has ended only into one that has: %s', async (_where, fields) => {
    const app = await service.start()
    const admin = await loginAsAdmin(app)
    const { id } = await addExhibition(admin, { slug: 'over', ...fields })
    await put({ groups: [ended], exhibitions: [over] })
    const { status, body } = await service.migrate()
    if (!('endsAt' in fields)) {
      expect(status).toBe(500)
      expect(body).toMatchObject({
        code: 'MIGRATION_FAILED',
        message:
          'groups.json has an error in exhibition 1 (over): endsAt has passed, but the exhibition over of this installation has not ended',
      })
      expect((await service.health()).status).toBe(500)
      expect(await readGroupsJson(service.dataDir)).toHaveLength(1)
    } else {
      expect(status).toBe(200)
      expect((await send(app, 'getGroup', { params: { groupId: 'ended' } })).status).toBe(404)
      expect(await find('over')).toMatchObject({ id, counts: { approved: 1 } })
    }
  })

  it('refuses the slug of one that has ended and was deleted here', async () => {
    const app = await service.start()
    const admin = await loginAsAdmin(app)
    const { id } = await addExhibition(admin, { slug: 'over', endsAt: past })
    await ask(admin, 'deleteExhibition', { params: { id } })
    await put({ groups: [ended], exhibitions: [over] })
    expect((await service.migrate()).body).toMatchObject({
      message: 'groups.json has an error in exhibition 1 (over): slug is that of an exhibition that was deleted here',
    })
  })
})

describe('a rollback', () => {
  const clock = fakeClock('2026-05-04T10:00:00.000Z')

  it('writes no exhibitions where nobody has made one', async () => {
    await service.start()
    await uploadGroup(service.app)
    await service.rollback()
    const text = await readFile(join(service.dataDir, 'groups.json'), 'utf8')
    expect(text).not.toMatch(/exhibition/)
  })

  it('keeps exhibitions; what ended before or meanwhile is not shown when the groups are back', async () => {
    const app = await service.start({ overrides: { clock } })
    const admin = await loginAsAdmin(app)
    const running = await addExhibition(admin, { endsAt: '2026-05-04T12:00:00.000Z' })
    const before = await addExhibition(admin)
    const groups: Record<string, string> = {}
    for (const { slug } of [running, before]) {
      const { groupId } = await uploadGroup(app, { parts: { exhibition: slug } })
      await publish(app, groupId)
      groups[slug] = groupId
    }
    await changeExhibition(admin, before.id, { endsAt: '2026-05-04T09:00:00.000Z' })
    await service.rollback()
    clock.set('2026-05-04T13:00:00.000Z')
    // No groups are in the database now, and that is not how many it had.
    await markEnds()
    for (const { id, slug } of [running, before]) {
      expect((await send(app, 'getGroup', { params: { groupId: groups[slug] ?? '' } })).status).toBe(404)
      expect(await find(slug)).toMatchObject({ id, isEnded: true, counts: { approved: 1 } })
    }
    await markEnds()
    for (const { slug } of [running, before]) expect((await find(slug)).groupCountAtEnd).toBe(1)
  })

  it('moves exhibitions and their groups to a new installation', async () => {
    const first = await service.start()
    const admin = await loginAsAdmin(first)
    const { slug } = await addExhibition(admin, { texts: { minorsTick: false }, platformIds: [2], accessCode: 'Oak7' })
    const over = await addExhibition(admin, { endsAt: past })
    await uploadGroup(first, { parts: { exhibition: slug, accessCode: 'oak7' } })
    const before = await listed()
    await service.rollback()
    await first.stop()
    for (const name of ['werkschau.db', 'werkschau.db-wal', 'werkschau.db-shm', 'withdrawals.jsonl'])
      await rm(join(service.dataDir, name), { force: true })
    await service.start()
    await service.migrate()
    const bare = (all: readonly Exhibition[]) => all.map(({ id, revision, groupCountAtEnd, ...fields }) => fields)
    expect(bare(await listed())).toEqual(bare(before))
    expect((await find(over.slug)).isEnded).toBe(true)
  })
})
