import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/adapters/database/database.ts'
import { migrate } from '#server/adapters/database/migrate.ts'
import { isPublic } from '#server/domain/group.ts'
import type { Database } from '#server/ports/deps.ts'
import { fillAsFirstRelease, firstRelease, lastStep, schemaOf } from '#tests/support/installations/first-release.ts'
import { type Place, testEngines } from '#tests/support/servers/engines.ts'

const engines = await testEngines()

it('the migrations of the first release still create its schema', async () => {
  const [, newPlace] = engines[0] ?? []
  await using place = await newPlace?.({ empty: true })
  const engine = place?.open()
  if (engine === undefined) return
  await migrate(engine, lastStep)
  expect((await schemaOf(engine)).toSorted()).toEqual(firstRelease.schema.toSorted())
  await engine.close()
})

it.each(engines)(
  'reads migrated photos once more: 2.1.0 left positions in a bucket (%s)',
  async (_engine, newPlace) => {
    await using place = await newPlace({ empty: true })
    const engine = place.open()
    await fillAsFirstRelease(engine)
    const images = engine.db.$extendTables<{ images: { id: number; file_name: string; width: number | null } }>()
    const [first, second] = firstRelease.rows.images ?? []
    for (const [row, file_name] of [
      [first, 'IMG_20240501_101500.jpg'],
      [second, 'second.photo.of.group_1.webp'],
    ] as const)
      await images.updateTable('images').set({ file_name }).where('id', '=', Number(row?.id)).execute()
    await migrate(engine)
    const unread = await images.selectFrom('images').select('id').where('width', 'is', null).orderBy('id').execute()
    expect(unread.map(({ id }) => id)).toEqual([first?.id, second?.id])
    await engine.close()
  },
)

it.each(engines)(
  'reads photos once more whose names are as long as those of uploads (%s)',
  async (_engine, newPlace) => {
    await using place = await newPlace({ empty: true })
    const engine = place.open()
    await fillAsFirstRelease(engine)
    const rows = engine.db.$extendTables<{
      images: { id: number; group_id: string; file_name: string; width: number }
    }>()
    const [first] = firstRelease.rows.images ?? []
    const file_name = 'file-1714558500000-12345678.jpg'
    await rows.updateTable('images').set({ file_name }).where('id', '=', Number(first?.id)).execute()
    const value = JSON.stringify({ lastMigration: '2026-11-22T14:47:14.000Z' })
    await engine.db.updateTable('service_state').set({ value }).where('name', '=', 'storage_migration').execute()
    await migrate(engine)
    const unread = await rows.selectFrom('images').select('group_id').where('width', 'is', null).distinct().execute()
    expect(unread.map(({ group_id }) => group_id)).toEqual([first?.group_id])
    await engine.close()
  },
)

describe.each(engines)('a database of the first release on %s', (_engine, newPlace) => {
  let place: Place
  let database: Database
  beforeAll(async () => {
    place = await newPlace({ empty: true })
    const engine = place.open()
    await fillAsFirstRelease(engine)
    await engine.close()
    database = await openDatabase(place.open())
  })
  afterAll(async () => {
    await database[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  const rowsOf = (table: string) => firstRelease.rows[table] ?? []
  const titled = async (title: string) => {
    const id = rowsOf('groups').find((row) => row.title === title || row.name === title)?.group_id
    const group = await database.groups.find(String(id))
    if (group === undefined) throw new Error(`${title} is gone`)
    return group
  }

  it('keeps every row and column', async () => {
    const engine = place.open()
    const db = engine.db.$extendTables<Record<string, Record<string, unknown>>>()
    // The update ends old sessions; the number of changes continues in the counters.
    const left = ['kysely_migration', 'kysely_migration_lock', 'sessions', 'content_version']
    // The gallery's platform (D90).
    const added: Readonly<Record<string, number>> = { social_media_platforms: 1 }
    for (const [table, rows] of Object.entries(firstRelease.rows).filter(([name]) => !left.includes(name))) {
      const now = await db.selectFrom(table).selectAll().execute()
      if (table !== 'service_state') expect(now, table).toHaveLength(rows.length + (added[table] ?? 0))
      expect(now, table).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))))
    }
    expect(await database.changes.version()).toBe(rowsOf('content_version')[0]?.version)
    await engine.close()
  })

  it('publishes the same groups', async () => {
    const ids = (await database.groups.publishedPlaces(undefined, 1_000)).map(({ groupId }) => groupId)
    const published = (await database.groups.published(ids)).map(({ group }) => group.title ?? group.name)
    expect(published.toSorted()).toEqual(['Captioned', 'Never asked', 'Shown „🎪“'])
    for (const [title, shown] of [
      ['Shown „🎪“', true],
      ['Captioned', true],
      ['Never asked', true],
      ['Withdrawn', false],
      ['Waiting', false],
      ['Edited afterwards', false],
    ] as const) {
      expect(isPublic(await titled(title)), title).toBe(shown)
    }
    const captions = (await database.images.ofGroup((await titled('Shown „🎪“')).groupId)).map((image) => image)
    expect(captions.map(({ publishedDescription }) => publishedDescription)).toEqual([
      'first caption',
      'second caption',
      null,
    ])
    expect(captions.every(({ hiddenReason }) => hiddenReason === null)).toBe(true)
  })

  it('has all groups in `main`, none of them ended (D86)', async () => {
    const ids = rowsOf('groups').map((row) => String(row.group_id))
    expect(await database.exhibitions.groupIds(1, { isExhibitionEnded: false, limit: 100 })).toEqual(ids.toSorted())
    expect(await database.exhibitions.all()).toMatchObject([{ id: 1, slug: 'main', endsAt: null, accessCode: null }])
  })

  it('serves files under the same names', async () => {
    for (const row of rowsOf('images')) {
      const image = await database.images.findByServedName('original', String(row.file_name))
      expect([image?.id, image?.storedName]).toEqual([row.id, row.file_name])
      const previewName = String(row.preview_path).split('/').at(-1) as string
      expect((await database.images.findByServedName('preview', previewName))?.storedPreviewName).toBe(previewName)
    }
  })

  it('deletes groups that were never approved, and keeps the others', async () => {
    const due = await database.groups.due('all', { uploadedBefore: '2099-01-01T00:00:00.000Z', approvedBefore: null })
    expect(due.map(({ title }) => title)).toEqual(['Waiting'])
  })

  it('has the consents and the takedowns', async () => {
    const withdrawn = await titled('Withdrawn')
    expect(withdrawn.workshopRevokedTimestamp).not.toBeNull()
    expect(await database.consents.ofGroup(withdrawn.groupId)).toMatchObject([
      { platformName: 'instagram', consented: true, revoked: true },
    ])
    expect((await titled('Never asked')).consentTimestamp).toBeNull()
    const shown = await database.consents.ofGroup((await titled('Shown „🎪“')).groupId)
    expect(shown.map(({ platformId, revoked }) => [platformId, revoked])).toEqual([
      [1, false],
      [3, false],
    ])
    expect(await database.takedowns.list({ scope: 'all' })).toMatchObject([
      { groupId: withdrawn.groupId, platformId: 2 },
    ])
  })

  it('has the accounts, bans and links', async () => {
    expect((await database.users.all()).map(({ username, role }) => [username, role])).toEqual([
      ['Mira', 'admin'],
      ['Otto', 'auditor'],
    ])
    expect(await database.failedValidations.bans('2026-11-22T15:00:00.000Z')).toMatchObject([
      { address: '203.0.113.9' },
    ])
    for (const row of rowsOf('groups')) {
      expect((await database.groups.findByToken(String(row.management_token)))?.groupId).toBe(row.group_id)
    }
  })
})
