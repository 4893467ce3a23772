import { readFile } from 'node:fs/promises'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import { migrate, schemaFile, takeSteps } from '#server/adapters/database/migrate.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { newEmbeddedPlace, testEngines } from '#tests/support/servers/engines.ts'
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
    for (const statements of [1, 5, 40, 100]) {
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

describe('schema.sql', () => {
  const newPlace = () => newEmbeddedPlace({ empty: true })

  it('holds what the steps make of an empty database', async () => {
    await using place = await newPlace()
    await using engine = closing(place.open())
    await takeSteps(engine)
    await expect(await inStatements(engine)).toMatchFileSnapshot(schemaFile)
  })

  it('holds it, too, when an update ended among its steps before', async () => {
    await using place = await newPlace()
    for (const statements of [1, 5, 40, 150]) {
      await using engine = closing(place.open())
      const db = engine.db.withPlugin(failAfter(statements))
      await expect(takeSteps({ ...engine, db })).rejects.toThrow('the start ends here')
    }
    await using engine = closing(place.open())
    await takeSteps(engine)
    expect(await inStatements(engine)).toBe(await readFile(schemaFile, 'utf8'))
  })

  it('makes the same of it, with secrets of its own', async () => {
    const made = await Promise.all(
      [1, 2].map(async () => {
        await using place = await newPlace()
        await using engine = closing(place.open())
        await migrate(engine)
        return {
          statements: await inStatements(engine),
          state: await engine.db.selectFrom('service_state').selectAll().execute(),
        }
      }),
    )
    for (const { statements } of made) expect(statements).toBe(await readFile(schemaFile, 'utf8'))
    const secrets = made.flatMap(({ state }) => state.map(({ value }) => value))
    expect(new Set(secrets).size).toBe(4)
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{36,43}$/)
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

/** The statements that make this database, with a name in braces for what each installation has of its own. */
async function inStatements({ db }: Engine): Promise<string> {
  const { rows } = await sql<{ name: string; type: string; sql: string }>`select name, type, sql from sqlite_schema
    where sql is not null and name not like 'sqlite_%' and name not like 'group_search_index_%' order by rowid`.execute(
    db,
  )
  const tables = rows.filter(({ type, sql }) => type === 'table' && !sql.includes('fts5')).map(({ name }) => name)
  const inserts = await Promise.all(tables.map((table) => insertOf(db, table)))
  const secureDelete = "insert into group_search_index (group_search_index, rank) values ('secure-delete', 1)"
  const all = [...rows.map(({ sql }) => sql), secureDelete, ...inserts.filter((insert) => insert !== undefined)]
  return `${all.join(';\n\n')};\n`
}

async function insertOf(db: Engine['db'], table: string): Promise<string | undefined> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
  if (!rows[0]) return undefined
  const values = rows.map((row) => `(${Object.values(row).map(literal).join(', ')})`)
  return `insert into "${table}" (${Object.keys(rows[0]).join(', ')}) values\n  ${values.join(',\n  ')}`
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${ofOwn(value).replaceAll("'", "''")}'` : String(value)

const ofOwn = (value: string): string =>
  value
    .replace(/^\d{4}-\d\d-\d\dT.*Z$/, '{now}')
    .replace(/^[\da-f]{8}-[\da-f-]{27}$/, '{uuid}')
    .replace(/^[\w-]{43}$/, '{secret}')
