import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import { type SeedSpec, seedGroups } from '#tests/support/seed-groups.ts'
import { onConnectionLost } from '#tests/support/servers/databases.ts'

/** Fills a data folder, or the database of DATABASE_URL, with shown groups: rows without files. */
const { values } = parseArgs({
  options: {
    groups: { type: 'string', default: '1000000' },
    images: { type: 'string', default: '4' },
    to: { type: 'string' },
  },
})
const groups = Number(values.groups)
const { DATABASE_URL: url } = process.env
if (url === undefined && values.to === undefined) {
  console.error('node benchmarks/seed.ts --to <data folder> [--groups 1000000] [--images 4]')
  process.exit(2)
}

/** A day of uploads in ten minutes, over 20 years; every second group has a capture date. */
function spec(index: number): SeedSpec {
  const at = Date.UTC(2006, 0, 1) + index * 600_000
  const uploadDate = new Date(at).toISOString()
  return {
    title: 'A day in the workshop with everyone who came',
    description: 'What we made of it, and of what was left over. '.repeat(2),
    year: new Date(at).getUTCFullYear(),
    uploadDate,
    captureDate: index % 2 === 0 ? new Date(at - (index % 97) * 86_400_000).toISOString() : null,
    isApproved: true,
    images: Number(values.images),
  }
}

await using database = await openDatabase(
  url === undefined ? openSqlite(join(String(values.to), 'werkschau.db')) : openPostgres(url, { onConnectionLost }),
)
const began = performance.now()
for (let start = 0; start < groups; start += 1_000) {
  await seedGroups(
    database,
    Array.from({ length: Math.min(1_000, groups - start) }, (_, index) => spec(start + index)),
  )
  if (start % 50_000 === 0) console.log(`${start} groups, ${Math.round((performance.now() - began) / 1_000)} s`)
}
