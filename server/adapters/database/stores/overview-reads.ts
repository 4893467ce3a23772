import { setImmediate } from 'node:timers/promises'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Flag } from '#server/adapters/database/columns.ts'
import { newerStep } from '#server/adapters/database/migrate.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { Backlog, DayBytes, DayCount, OverviewReads, OverviewTotals } from '#server/ports/overview-reads.ts'
import { platformPlace } from './consent-store.ts'
import { countGroups } from './count-groups.ts'
import { idRanges } from './id-ranges.ts'
import { inScope } from './in-scope.ts'
import { count, first, type StoreContext } from './queries.ts'

interface Counted {
  readonly day: string
  readonly count: string | number | bigint
}
const toDayCount = ({ day, count }: Counted): DayCount => ({ day, count: Number(count) })

type Db = StoreContext['db']

interface PerDay {
  readonly scope: GroupScope
  readonly since: string
}

const perDay = (db: Db, table: 'groups' | 'deletion_log', column: string, { scope, since }: PerDay) => {
  const day = sql<string>`substr(${sql.ref(column)}, 1, 10)`
  return db
    .selectFrom(table)
    .select((eb) => [day.as('day'), eb.fn.countAll().as('count')])
    .where(sql.ref<string>(column), '>=', since)
    .$call(inScope(scope, 'exhibition_id'))
    .groupBy(day)
    .execute()
}

const groupIdsIn = (db: Db, scope: GroupScope) =>
  db.selectFrom('groups').select('groups.group_id').$call(inScope(scope, 'groups.exhibition_id'))

async function stored(db: Db, scope: GroupScope) {
  const total = { images: 0, bytes: 0 }
  for await (const range of idRanges(db, 'images')) {
    const { images, bytes } = await db
      .selectFrom('images')
      .select(({ fn }) => [fn.countAll().as('images'), fn.sum('file_size').as('bytes')])
      .where(range)
      .$if(scope !== 'all', (query) => query.where('group_id', 'in', groupIdsIn(db, scope)))
      .executeTakeFirstOrThrow()
    total.images += Number(images)
    total.bytes += Number(bytes)
  }
  return total
}

/** Day by day, because each query reads the images of the day's groups. */
async function bytesPerDay(db: Db, { scope, since }: PerDay): Promise<DayBytes[]> {
  const found: DayBytes[] = []
  const groups = db.selectFrom('groups').$call(inScope(scope, 'exhibition_id'))
  const next = groups.select('upload_date').orderBy('upload_date').limit(1)
  let from: string | undefined = since
  while (from !== undefined) {
    const first = await next.where('upload_date', '>=', from).executeTakeFirst()
    if (first === undefined) break
    const day = first.upload_date.slice(0, 10)
    const { bytes } = await yieldingFirst(() => bytesOf(db, scope, day))
    found.push({ day, bytes: Number(bytes) })
    from = `${day}U`
  }
  return found
}

/** `T` separates the day from the time. */
const bytesOf = (db: Db, scope: GroupScope, day: string) =>
  db
    .selectFrom('groups')
    .innerJoin('images', 'images.group_id', 'groups.group_id')
    .select(({ fn }) => fn.sum('images.file_size').as('bytes'))
    .where('groups.upload_date', '>=', day)
    .where('groups.upload_date', '<', `${day}U`)
    .$call(inScope(scope, 'groups.exhibition_id'))
    .executeTakeFirstOrThrow()

type PlatformTables = Tables & { platform: Tables['social_media_platforms'] }

interface Counting {
  readonly eb: ExpressionBuilder<PlatformTables, 'platform'>
  readonly revoked: Flag
}

/** Written out, not as parameters: so the indexes of the consents in force and of the revoked ones are found. */
const consentsCounted = (db: Db, scope: GroupScope, { eb, revoked }: Counting) =>
  eb
    .selectFrom('group_social_media_consents as consent')
    .select(({ fn }) => fn.countAll().as('count'))
    .whereRef('consent.platform_id', '=', 'platform.platform_id')
    .where('consent.consented', '=', eb.lit(1))
    .where('consent.revoked', '=', eb.lit(revoked))
    .$if(scope !== 'all', (query) => query.where('consent.group_id', 'in', groupIdsIn(db, scope)))

const platforms = (db: Db, scope: GroupScope) =>
  db
    .selectFrom('social_media_platforms as platform')
    .select(['platform_id', 'display_name'])
    .select((eb) => [
      consentsCounted(db, scope, { eb, revoked: 0 }).as('inForce'),
      consentsCounted(db, scope, { eb, revoked: 1 }).as('revoked'),
    ])
    .orderBy(platformPlace)
    .execute()

/** Lets other requests run before each query: each one reads whole tables. */
async function yieldingFirst<T>(read: () => Promise<T>): Promise<T> {
  await setImmediate()
  return read()
}

async function totals(context: StoreContext, days: PerDay): Promise<OverviewTotals> {
  const { db } = context
  const { scope } = days
  const total = await yieldingFirst(() => stored(db, scope))
  const added = await yieldingFirst(() => bytesPerDay(db, days))
  const kept = await yieldingFirst(() => perDay(db, 'groups', 'upload_date', days))
  const deleted = await yieldingFirst(() => perDay(db, 'deletion_log', 'upload_date', days))
  const approvals = await yieldingFirst(() => perDay(db, 'groups', 'first_approved_at', days))
  const deletions = await yieldingFirst(() => perDay(db, 'deletion_log', 'deleted_at', days))
  const deletion = db.selectFrom('deletion_log').select('id').$call(inScope(scope, 'exhibition_id'))
  const anyDeletion = await deletion.limit(1).executeTakeFirst()
  const workshopConsents = await yieldingFirst(() =>
    countGroups(context, scope, (eb) => eb('groups.display_in_workshop', '=', 1)),
  )
  const consents = await yieldingFirst(() => platforms(db, scope))
  return {
    ...total,
    bytesPerDay: added,
    uploads: [...kept, ...deleted].map(toDayCount),
    approvals: approvals.map(toDayCount),
    deletions: deletions.map(toDayCount),
    hasDeleted: anyDeletion !== undefined,
    workshopConsents,
    platformConsents: consents.map((row) => ({
      platformId: row.platform_id,
      displayName: row.display_name,
      inForce: Number(row.inForce),
      revoked: Number(row.revoked),
    })),
  }
}

async function backlog({ db, engine }: StoreContext, now: string): Promise<Backlog> {
  const [fileRemovals, notifications, oldest, bans] = await Promise.all([
    count(db.selectFrom('file_removals').where('due_at', '<=', engine.timeAfter(0))),
    count(db.selectFrom('notifications')),
    first(
      db.selectFrom('notifications').select(({ fn }) => fn.min('created_at').as('at')),
      ({ at }) => at,
    ),
    count(db.selectFrom('failed_validations').where('banned_until', '>', now)),
  ])
  return { fileRemovals, notifications, oldestNotification: oldest ?? null, bans }
}

export const overviewReads = (context: StoreContext): OverviewReads => ({
  totals: (scope, since) => totals(context, { scope, since }),
  stored: (scope) => stored(context.db, scope),
  backlog: (now) => backlog(context, now),
  newerSchema: () => newerStep(context),
})
