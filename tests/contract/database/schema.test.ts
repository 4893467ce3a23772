import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { migrate } from '#server/adapters/database/migrate.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { testEngines } from '#tests/support/servers/engines.ts'
import { aGroup, anImage } from '#tests/support/test-database.ts'

describe.each(await testEngines())('the schema on %s', (engine, newPlace) => {
  // The embedded form runs as one process.
  it.skipIf(engine === 'SQLite')(
    'is created once when replicas start at the same time on an empty database',
    async () => {
      await using place = await newPlace({ empty: true })
      const replicas = await Promise.all(Array.from({ length: 4 }, () => openDatabase(place.open())))
      for (const replica of replicas) expect(await replica.platforms.all()).toHaveLength(4)
      await Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]()))
    },
  )

  it('does not change when the service restarts', async () => {
    await using place = await newPlace({ empty: true })
    for (let start = 1; start <= 2; start++) {
      const database = await openDatabase(place.open())
      await database.transaction((tx) => tx.groups.insert(aGroup()))
      expect(await database.moderation.countGroups({ scope: 'all' })).toBe(start)
      await database[Symbol.asyncDispose]()
    }
  })

  it('is as before when a start ends among its steps, so that the next one goes through', async () => {
    await using place = await newPlace({ empty: true })
    for (const statements of [1, 5, 40, 150]) {
      await using engine = closing(place.open())
      const forMigration: Engine['forMigration'] = (run) =>
        engine.forMigration((db) => run(db.withPlugin(failAfter(statements))))
      await expect(migrate({ ...engine, forMigration })).rejects.toThrow('the start ends here')
    }
    const database = await openDatabase(place.open())
    expect(await database.platforms.all()).toHaveLength(4)
    await database[Symbol.asyncDispose]()
  })

  it('is refused if a newer release has upgraded it', async () => {
    await using place = await newPlace()
    const engine = place.open()
    await (await openDatabase(place.open()))[Symbol.asyncDispose]()
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2030')`.execute(engine.db)
    await engine.close()
    const older = place.open()
    await expect(openDatabase(older)).rejects.toThrow(
      new OperatorError(
        'The database was upgraded by a newer release (999-future): start that release, or restore the backup from before the upgrade',
      ),
    )
    await older.close()
  })

  it('says while it is open that a newer release has upgraded it (D93)', async () => {
    await using place = await newPlace()
    await using database = await openDatabase(place.open())
    expect(await database.overview.newerSchema()).toBeNull()
    const newer = place.open()
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2030')`.execute(newer.db)
    await newer.close()
    expect(await database.overview.newerSchema()).toBe('999-future')
  })

  it('continues numbering after rows that came with their own ids', async () => {
    await using place = await newPlace()
    const own = place.open()
    const database = await openDatabase(own)
    const group = aGroup()
    const next = async () => {
      const [image] = await database.transaction((tx) => tx.images.insert([anImage(group.groupId)]))
      return image?.id ?? 0
    }
    await database.transaction((tx) => tx.groups.insert(group))
    await next()
    await own.db
      .insertInto('images')
      .values({
        id: 5_000_000_000,
        group_id: group.groupId,
        file_name: 'a.jpg',
        preview_path: '/previews/a.jpg',
        stored_name: 'a.jpg',
        stored_preview_name: 'a.jpg',
        file_size: 1,
        mime_type: 'image/jpeg',
        upload_order: 1,
      })
      .execute()
    await own.continueIdentity(own.db, 'images')
    expect(await next()).toBe(5_000_000_001)
    await own.continueIdentity(own.db, 'images')
    expect(await next()).toBeGreaterThan(5_000_000_001)
    await database[Symbol.asyncDispose]()
  })
})

const closing = (engine: Engine) => Object.assign(engine, { [Symbol.asyncDispose]: () => engine.close() })

/** Throws instead of the statement after that many. */
function failAfter(statements: number): KyselyPlugin {
  let left = statements
  return {
    transformQuery({ node }) {
      if (left-- === 0) throw new Error('the start ends here')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
