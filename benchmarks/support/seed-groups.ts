import { join } from 'node:path'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Group } from '#server/domain/group.ts'
import { type SeedSpec, seedGroups as seedRows } from '#tests/support/seed-groups.ts'

const approved = (index: number): SeedSpec => ({ isApproved: true, year: 2000 + (index % 26) })

/** Groups of one image each, without files, in the database of a data folder; approved unless `spec` says otherwise. */
export async function seedGroups(dataDir: string, count: number, spec = approved): Promise<Group[]> {
  await using database = await openDatabase(openSqlite(join(dataDir, 'werkschau.db')))
  return await seedRows(
    database,
    Array.from({ length: count }, (_, index) => spec(index)),
  )
}
