import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '#server/adapters/database/database.ts'
import { openPostgres } from '#server/adapters/database/dialects/postgres.ts'
import { openSqlite } from '#server/adapters/database/dialects/sqlite.ts'
import type { Group } from '#server/domain/group.ts'
import type { Database } from '#server/ports/deps.ts'
import { type SeedSpec, seedGroups } from '#tests/support/seed-groups.ts'
import { onConnectionLost } from '#tests/support/servers/databases.ts'
import { copyGroups, dropTemplates, keepTemplates } from './support/copy-groups.ts'

/** Fills a data folder, or the database of DATABASE_URL, with groups and their log entries: rows without files. */
const { values } = parseArgs({
  options: {
    groups: { type: 'string', default: '1000000' },
    images: { type: 'string', default: '4' },
    to: { type: 'string' },
    mixed: { type: 'boolean', default: false },
  },
})
const { DATABASE_URL: url } = process.env
if (url === undefined && values.to === undefined) {
  console.error('node benchmarks/seed.ts --to <data folder> [--groups 1000000] [--images 4] [--mixed]')
  process.exit(2)
}

/** Creates a thousand groups, one every ten minutes; each earlier week has copies of them. */
const atOnce = 1_000
const dayMs = 86_400_000
const newest = new Date(new Date().toISOString().slice(0, 10)).getTime() - 9 * dayMs
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** All are published, unless `mixed`: then one in 25 is not approved, one in 100 never was, and one in 50 has a revoked consent. */
function spec(index: number): SeedSpec {
  const at = newest + index * 600_000
  const uploadDate = new Date(at).toISOString()
  const isApproved = !values.mixed || index % 25 !== 0
  return {
    title: `Repair day ${index}`,
    description: 'What we made of it, and of what was left over. '.repeat(2),
    year: new Date(at).getUTCFullYear(),
    uploadDate,
    captureDate: index % 2 === 0 ? new Date(at - (index % 97) * dayMs).toISOString() : null,
    isApproved,
    firstApprovedAt: isApproved || index % 100 !== 0 ? uploadDate : null,
    images: Number(values.images),
    ...(values.mixed && {
      displayInWorkshop: index % 5 !== 0,
      platformIds: index % 2 === 0 ? [1] : [],
      revokedIds: index % 50 === 1 ? [2] : [],
      changesSinceApproval: index % 100 === 3 ? ['update_metadata'] : [],
    }),
  }
}

/** For every group an entry in both audit logs, for one in 5 one in the deletion log, for one in 100 a removal request. */
const log = (database: Database, groups: readonly Group[]) =>
  database.transaction(async (tx) => {
    for (const [index, { groupId, year, uploadDate }] of groups.entries()) {
      const at = { createdAt: uploadDate, ipAddress: null }
      await tx.adminAudit.add({
        ...at,
        actorId: 1,
        actorName: `admin${index % 5}`,
        action: 'approve_group',
        targetType: 'group',
        targetId: groupId,
        details: null,
      })
      await tx.auditLog.add({
        ...at,
        groupId,
        action: 'view_group',
        success: true,
        errorMessage: null,
        userAgent: null,
        requestData: null,
        maskedToken: null,
        sourceHost: null,
        sourceType: 'public',
      })
      if (index % 5 === 0) {
        const gone = { groupId, year, uploadDate, deletedAt: uploadDate, imageCount: 4, totalFileSize: 10_000 }
        await tx.deletionLog.add({ exhibitionId: 1, ...gone, reason: 'automatic_cleanup' })
      }
      if (index % 100 === 0) {
        await tx.removalRequests.add({
          requestId: groupId,
          imageId: null,
          groupId,
          code: null,
          reason: 'other',
          message: null,
          contact: null,
          address: null,
          hiddenAtOnce: false,
          createdAt: uploadDate,
          deadline: uploadDate,
          decision: index === 0 ? null : 'remove',
          note: null,
          decidedAt: index === 0 ? null : uploadDate,
          decidedBy: null,
          redactedAt: null,
        })
      }
    }
  })

const engine =
  url === undefined ? openSqlite(join(String(values.to), 'werkschau.db')) : openPostgres(url, { onConnectionLost })
await using database = await openDatabase(engine)
if (url === undefined) {
  // A second run creates everything again.
  await sql`pragma synchronous = off`.execute(engine.db)
  await sql`pragma cache_size = -1000000`.execute(engine.db)
}
const groups = Number(values.groups)
const began = performance.now()
const made = await seedGroups(
  database,
  Array.from({ length: Math.min(groups, atOnce) }, (_, index) => spec(index)),
)
if (values.mixed) await log(database, made)
await keepTemplates(engine.db)
for (let copy = 1; copy * atOnce < groups; copy++) {
  const days = Array.from({ length: 7 }, (_, day): [string, string] => {
    const at = newest + day * dayMs
    return [dayOf(at), dayOf(at - copy * 7 * dayMs)]
  })
  await copyGroups(engine.db, String(copy).padStart(4, '0'), new Map(days))
  if (copy % 50 === 0) console.log(`${copy * atOnce} groups, ${Math.round((performance.now() - began) / 1_000)} s`)
}
await dropTemplates(engine.db)
