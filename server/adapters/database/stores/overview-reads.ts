import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Backlog, DayCount, OverviewReads, OverviewTotals } from '#server/ports/overview-reads.ts'
import type { StoreContext } from './context.ts'

interface Counted {
  readonly day: string
  readonly count: string | number | bigint
}
const toDayCount = ({ day, count }: Counted): DayCount => ({ day, count: Number(count) })

type Db = StoreContext['db']

const perDay = (db: Db, table: 'groups' | 'deletion_log', column: string, since: string) => {
  const day = sql<string>`substr(${sql.ref(column)}, 1, 10)`
  return db
    .selectFrom(table)
    .select((eb) => [day.as('day'), eb.fn.countAll().as('count')])
    .where(sql.ref<string>(column), '>=', since)
    .groupBy(day)
    .execute()
}

async function stored(db: Db) {
  const { images, bytes } = await db
    .selectFrom('images')
    .select(({ fn }) => [fn.countAll().as('images'), fn.sum('file_size').as('bytes')])
    .executeTakeFirstOrThrow()
  return { images: Number(images), bytes: Number(bytes) }
}

const bytesPerDay = (db: Db, since: string) => {
  const day = sql<string>`substr(groups.upload_date, 1, 10)`
  return db
    .selectFrom('groups')
    .innerJoin('images', 'images.group_id', 'groups.group_id')
    .select(({ fn }) => [day.as('day'), fn.sum('images.file_size').as('bytes')])
    .where('groups.upload_date', '>=', since)
    .groupBy(day)
    .execute()
}

const workshop = (db: Db) =>
  db
    .selectFrom('groups')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('display_in_workshop', '=', 1)
    .executeTakeFirstOrThrow()

const platforms = (db: Db) =>
  db
    .selectFrom('social_media_platforms as platform')
    .leftJoin('group_social_media_consents as consent', (join) =>
      join.onRef('consent.platform_id', '=', 'platform.platform_id').on('consent.consented', '=', 1),
    )
    .select(['platform.platform_id', 'platform.display_name'])
    .select(({ fn }) => [fn.count('consent.group_id').as('given'), fn.sum('consent.revoked').as('revoked')])
    .groupBy(['platform.platform_id', 'platform.display_name'])
    .orderBy('platform.platform_id')
    .execute()

/** Lets other requests run before each query: each one reads whole tables. */
async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  await setImmediate()
  return read()
}

async function totals(db: Db, since: string): Promise<OverviewTotals> {
  const total = await inTurn(() => stored(db))
  const added = await inTurn(() => bytesPerDay(db, since))
  const kept = await inTurn(() => perDay(db, 'groups', 'upload_date', since))
  const deleted = await inTurn(() => perDay(db, 'deletion_log', 'upload_date', since))
  const approvals = await inTurn(() => perDay(db, 'groups', 'first_approved_at', since))
  const deletions = await inTurn(() => perDay(db, 'deletion_log', 'deleted_at', since))
  const display = await inTurn(() => workshop(db))
  const consents = await inTurn(() => platforms(db))
  return {
    ...total,
    bytesPerDay: added.map(({ day, bytes }) => ({ day, bytes: Number(bytes) })),
    uploads: [...kept, ...deleted].map(toDayCount),
    approvals: approvals.map(toDayCount),
    deletions: deletions.map(toDayCount),
    workshopConsents: Number(display.count),
    platformConsents: consents.map((row) => ({
      platformId: row.platform_id,
      displayName: row.display_name,
      inForce: Number(row.given) - Number(row.revoked),
      revoked: Number(row.revoked),
    })),
  }
}

async function backlog({ db, engine }: StoreContext, now: string): Promise<Backlog> {
  const [removals, notifications, bans] = await Promise.all([
    db
      .selectFrom('file_removals')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('due_at', '<=', engine.timeAfter(0))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('notifications')
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('failed_validations')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('banned_until', '>', now)
      .executeTakeFirstOrThrow(),
  ])
  return {
    fileRemovals: Number(removals.count),
    notifications: Number(notifications.count),
    oldestNotification: notifications.oldest,
    bans: Number(bans.count),
  }
}

export const overviewReads = (context: StoreContext): OverviewReads => ({
  totals: (since) => totals(context.db, since),
  stored: () => stored(context.db),
  backlog: (now) => backlog(context, now),
})
