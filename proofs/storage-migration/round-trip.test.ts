import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { openDiskFileStore } from '#server/adapters/files/disk-file-store.ts'
import { createHeadReader } from '#server/adapters/images/image-head.ts'
import { openJsonGroupArchive } from '#server/adapters/json/json-group-archive.ts'
import { readConfig } from '#server/config/config.ts'
import type { Admin } from '#server/domain/caller.ts'
import { MigrationGate } from '#server/features/storage-migration/migration-gate.ts'
import { type GroupEntry, readGroupsJson, writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { archivedExhibitions, archivedGroups } from '#tests/support/installations/archived-groups.ts'
import { type Place, testEngines } from '#tests/support/servers/engines.ts'

/** `npm run prove:migration` tries 10,000. */
const total = Number(process.env.ROUND_TRIP_GROUPS ?? 200)
const inOneFile = 100
const tables = ['groups', 'images', 'group_social_media_consents', 'consent_history'] as const
type Rows = Record<(typeof tables)[number], Record<string, unknown>[]>

/** Every row of the groups, in a fixed order, without internal numbers. */
async function rowsOf(engine: Engine): Promise<Rows> {
  const rows: Partial<Rows> = {}
  for (const table of tables) {
    const found: Record<string, unknown>[] = await engine.db.selectFrom(table).selectAll().execute()
    const bare = found.map(({ revision: _raised, ...row }) => row)
    const numbered = table === 'consent_history' ? bare.sort((a, b) => Number(a.id) - Number(b.id)) : bare
    rows[table] = numbered
      .map((row) => (table === 'consent_history' ? { ...row, id: undefined } : row))
      .sort((a, b) => compare(keyOf(a), keyOf(b)))
  }
  return rows as Rows
}
const keyOf = (row: Record<string, unknown>) => JSON.stringify([row.group_id, row.id, row.platform_id])
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The first bytes of a JPEG. */
const jpegOf = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes, 'x')])

/** Expects that the returned entry has all fields of the given one. */
function expectKept(given: GroupEntry, back: GroupEntry) {
  const { images = [], socialMediaConsents = [], ...fields } = given
  expect(back).toMatchObject(fields)
  const ordered = images
    .map((image, index) => ({ image, order: Number(image.upload_order ?? index + 1) }))
    .sort((a, b) => a.order - b.order)
  expect(back.images).toMatchObject(
    ordered.map(({ image: { filePath, upload_order, ...image } }, n) => ({ ...image, upload_order: n + 1 })),
  )
  const consents = socialMediaConsents as Record<string, unknown>[]
  const platformOf = (consent: Record<string, unknown>) =>
    consent.platformId ?? ['facebook', 'instagram', 'tiktok'].indexOf(String(consent.platformName)) + 1
  expect(back.socialMediaConsents).toMatchObject(
    consents.toSorted((a, b) => Number(platformOf(a)) - Number(platformOf(b))),
  )
}

describe.each(await testEngines())('JSON → database → JSON → database on %s', (_name, newPlace) => {
  let place: Place
  let dataDir: string
  beforeAll(async () => {
    place = await newPlace()
    dataDir = await mkdtemp(join(tmpdir(), 'werkschau-round-trip-'))
  })
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await place[Symbol.asyncDispose]()
  })

  it('is equal field by field, and every column was varied', { timeout: 600_000 }, async () => {
    const engine = place.open()
    await using database = await openDatabase(engine)
    const deps = {
      database,
      clock: systemClock,
      createHeadReader,
      log: pino({ level: 'silent' }),
      config: readConfig({ DATA_DIR: dataDir, KEEP_LOCATION: 'true' }),
      files: await openDiskFileStore(dataDir),
      archive: openJsonGroupArchive(dataDir, systemClock),
    }
    const gate = new MigrationGate(deps)
    const requested = { by: {} as Admin, database }
    const values = new Map<string, Set<string>>()
    let tried = 0

    await fc.assert(
      fc.asyncProperty(archivedGroups(inOneFile), async (entries) => {
        for (const [index, { images }] of entries.entries()) {
          const [image] = images ?? []
          if (image && index % 5 === 0) await writeFile(join(dataDir, 'upload', String(image.fileName)), jpegOf(index))
        }
        // What another program wrote about the bytes does not count.
        await writeGroupsJson(dataDir, {
          rollbackId: 'another',
          exhibitions: archivedExhibitions,
          groups: entries,
        })
        expect((await gate.migrate(requested)).groupsMigrated).toBe(entries.length)
        const first = await rowsOf(engine)

        expect(await gate.rollback(requested)).toBe(entries.length)
        expect(Object.values(await rowsOf(engine)).flat()).toEqual([])
        const written = await readGroupsJson(dataDir)
        const byId = new Map(written.map((entry) => [entry.groupId, entry]))
        for (const entry of entries) expectKept(entry, byId.get(entry.groupId) as GroupEntry)

        expect((await gate.migrate(requested)).groupsMigrated).toBe(entries.length)
        expect(await rowsOf(engine)).toEqual(first)
        expect(await gate.rollback(requested)).toBe(entries.length)
        expect(await readGroupsJson(dataDir)).toEqual(written)

        for (const [table, rows] of Object.entries(first)) {
          for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
            const seen = values.get(`${table}.${column}`) ?? new Set()
            values.set(`${table}.${column}`, seen.size < 3 ? seen.add(String(value)) : seen)
          }
        }
        tried += entries.length
        await rm(dataDir, { recursive: true })
        await mkdir(join(dataDir, 'upload'), { recursive: true })
      }),
      // A fixed seed, so that every run uses the same groups.
      { seed: 7, numRuns: (3 * total) / inOneFile },
    )
    expect(tried).toBeGreaterThanOrEqual(total)
    const constant = [...values].filter(([, seen]) => seen.size < 2).map(([column]) => column)
    // The analysis of previews is not written: it is computed again.
    expect(constant).toEqual(['images.perceptual_hash', 'images.sharpness', 'consent_history.id'])
  })
})
