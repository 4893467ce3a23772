import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'
import { type SeedSpec, seedGroups } from '#tests/support/seed-groups.ts'
import { startOwnPostgres } from '#tests/support/servers/postgres-server.ts'
import { newDataDir } from './support/start-service.ts'
import { figure, median, type Scenario, type Table } from './support/table.ts'

/** 100,000 groups: some are added like uploads, the others are copies of their rows with other names. */
const seeded = 1_000
const copies = 99
const looks = 10

/** A word in all titles, in one of fifty (2,000 groups) and in one of a thousand. */
const spec = (index: number): SeedSpec => ({
  title: `Workshop ${index % 50 === 0 ? 'pottery' : 'joinery'} ${100_000 + index}`,
  isApproved: index % 2 === 0,
  platformIds: index % 2 === 0 ? [1] : [],
  changesSinceApproval: index % 100 === 0 ? ['update_metadata'] : [],
})

const searches: readonly (readonly [what: string, filter: GroupFilter])[] = [
  ['in one group', { scope: 'all', search: '100777 copy77' }],
  ['in 100 groups', { scope: 'all', search: '100777' }],
  ['in no group', { scope: 'all', search: 'zeppelin' }],
  ['in 2,000 groups', { scope: 'all', search: 'pottery' }],
  ['in all groups', { scope: 'all', search: 'workshop' }],
  ['in all groups, not approved', { scope: 'all', search: 'workshop', approved: false }],
  ['in 2,000 groups, none of them not approved', { scope: 'all', search: 'pottery', approved: false }],
  ['in all groups, changed by the owner', { scope: 'all', search: 'workshop', changed: true }],
  [
    'in all groups, with a consent in force',
    { scope: 'all', search: 'workshop', platform: { inForce: true, platformId: 1 } },
  ],
  [
    'in all groups, with a rare consent',
    { scope: 'all', search: 'workshop', platform: { inForce: true, platformId: 3 } },
  ],
  ['in all groups, of a year without groups', { scope: 'all', search: 'workshop', year: 1999 }],
  ['two letters, in all groups', { scope: 'all', search: 'wo' }],
]

/** In steps below the statement timeout. */
async function copyRows({ db }: Engine): Promise<void> {
  const row = await db.selectFrom('groups').selectAll().limit(1).executeTakeFirstOrThrow()
  const originals = sql`(select group_id from groups order by group_id limit ${sql.lit(seeded)})`
  await sql`create table bench_originals as select group_id from ${originals} as originals`.execute(db)
  const copy = async (table: string, unique: readonly string[], columns: readonly string[], n: number) => {
    const copied = columns.map((column) =>
      unique.includes(column) ? sql`${sql.ref(column)} || ${sql.lit(` copy${n}`)}` : sql.ref(column),
    )
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      select ${sql.join(copied)} from ${sql.table(table)}
      where group_id in (select group_id from bench_originals)`.execute(db)
  }
  const consent = ['group_id', 'platform_id', 'consented', 'consent_timestamp', 'revoked', 'revoked_timestamp']
  for (let n = 1; n <= copies; n++) {
    await copy('groups', ['group_id', 'management_token'], Object.keys(row), n)
    await copy('group_search', ['group_id', 'search_text'], ['group_id', 'search_text'], n)
    await copy('group_social_media_consents', ['group_id'], consent, n)
  }
}

async function measure(name: string, engine: Engine): Promise<Table> {
  await using database = await openDatabase(engine)
  await seedGroups(
    database,
    Array.from({ length: seeded }, (_, index) => spec(index)),
  )
  await copyRows(engine)
  const rows: string[][] = []
  for (const [what, filter] of searches) {
    const counting: number[] = []
    const listing: number[] = []
    const stalls: number[] = []
    let count = 0
    for (let look = 0; look < looks; look++) {
      const stall = monitorEventLoopDelay({ resolution: 1 })
      stall.enable()
      const began = performance.now()
      count = await database.moderation.countGroups(filter)
      const counted = performance.now()
      await database.moderation.groups(filter, { limit: 50 })
      counting.push(counted - began)
      listing.push(performance.now() - counted)
      stall.disable()
      stalls.push(stall.max / 1e6)
    }
    rows.push([
      what,
      String(count),
      ...[counting, listing, stalls].flatMap((ms) => [figure(median(ms), 1), figure(Math.min(...ms), 1)]),
    ])
  }
  return {
    title: `Search among ${seeded * (copies + 1)} groups, ${name}`,
    columns: [
      'the words are',
      'found',
      'count, ms',
      'best',
      'page of 50, ms',
      'best',
      'others wait at most, ms',
      'best',
    ],
    rows,
  }
}

/** The duration of a search on both engines; with the embedded one everybody else waits that long. */
export const run: Scenario = async () => {
  const folder = newDataDir()
  const server = await startOwnPostgres({})
  try {
    return [
      await measure('embedded', openSqlite(join(folder, 'werkschau.db'))),
      await measure('PostgreSQL', openPostgres(server.address, { onConnectionLost: () => undefined })),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
