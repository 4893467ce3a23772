import { type Insertable, sql } from 'kysely'
import type { Posting } from '#contract/social-media/takedowns.ts'
import { toColumns } from '#server/adapters/database/columns.ts'
import { all, run, type StoreContext } from '#server/adapters/database/stores/queries.ts'
import type { Row, Tables } from '#server/adapters/database/tables.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { TakedownReads, TakedownWrites } from '#server/ports/takedown-store.ts'
import { listTakedowns, takedownKey, walkTakedowns } from './list-takedowns.ts'
import { platformWithoutTakedowns } from './our-website.ts'

const toPosting = ({ taken_down_at: _, taken_down_by: __, ...row }: Row<'postings'>): Posting => ({
  ...camelCased(row),
  imageIds: JSON.parse(row.image_ids),
})

const isUp = ({ taken_down_at }: Row<'postings'>): boolean => taken_down_at === null

const postingsOf = (db: StoreContext['db'], ...groupIds: readonly string[]) =>
  db.selectFrom('postings').selectAll().where('group_id', 'in', groupIds).orderBy('id')

async function groupOf(db: StoreContext['db'], takedownId: string): Promise<string | undefined> {
  const key = takedownKey(takedownId)
  if (key === undefined) return undefined
  if (key.kind === 'consent') return key.groupId
  const table = key.kind === 'posting' ? 'postings' : 'takedowns'
  return (await db.selectFrom(table).select('group_id').where('id', '=', key.id).executeTakeFirst())?.group_id
}

async function openBefore(db: StoreContext['db'], time: string): ReturnType<TakedownReads['openBefore']> {
  const revoked = await db
    .selectFrom('group_social_media_consents as consent')
    .leftJoin('postings as posting', (join) =>
      join.onRef('posting.group_id', '=', 'consent.group_id').onRef('posting.platform_id', '=', 'consent.platform_id'),
    )
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('consent.revoked_timestamp').as('oldestAt')])
    // Written out, not as a parameter: so the index of the revoked ones is found.
    .where('consent.revoked', '=', sql.lit(1 as const))
    .where(sql`coalesce(consent.revoked_timestamp, '')`, '<', time)
    .where(sql`coalesce(consent.revoked_timestamp, '')`, '>', sql.lit(''))
    .where(sql`case when posting.id is null then consent.taken_down_at else posting.taken_down_at end`, 'is', null)
    .executeTakeFirstOrThrow()
  const ordered = await db
    .selectFrom('takedowns')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('ordered_at').as('oldestAt')])
    .where(sql`coalesce(ordered_at, '')`, '<', time)
    .where(sql`coalesce(ordered_at, '')`, '>', sql.lit(''))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  const [oldestAt = null] = [revoked.oldestAt, ordered.oldestAt].filter((at) => at !== null).sort()
  return { count: Number(revoked.count) + Number(ordered.count), oldestAt }
}

function takedownReads({ db }: StoreContext): TakedownReads {
  return {
    list: (filter) => listTakedowns(db, filter),
    walk: (filter) => walkTakedowns(db, filter),

    async find(takedownId, scope) {
      const groupId = await groupOf(db, takedownId)
      if (groupId === undefined) return undefined
      return (await listTakedowns(db, { groupId, scope })).find((each) => each.takedownId === takedownId)
    },

    openBefore: (time) => openBefore(db, time),
    postings: (groupId) => all(postingsOf(db, groupId), toPosting),

    postingsOf: async (groupIds, platformId) =>
      groupIds.length === 0 ? [] : all(postingsOf(db, ...groupIds).where('platform_id', '=', platformId), toPosting),
  }
}

function takedownMarks({ db }: StoreContext): Pick<TakedownWrites, 'addPosting' | 'mark'> {
  return {
    async addPosting(posting) {
      const insert = db.insertInto('postings').values(toColumns(posting)).returningAll()
      return toPosting(await insert.executeTakeFirstOrThrow())
    },

    async mark(takedownId, by) {
      const key = takedownKey(takedownId)
      if (key === undefined) return
      const { at = null, username = null } = by ?? {}
      if (key.kind === 'order') {
        const order = db.updateTable('takedowns').set({ done_at: at, done_by: username }).where('id', '=', key.id)
        return run(by === null ? order : order.where('done_at', 'is', null))
      }
      const down = { taken_down_at: at, taken_down_by: username }
      if (key.kind === 'posting') {
        const posting = db.updateTable('postings').set(down).where('id', '=', key.id)
        return run(by === null ? posting : posting.where('taken_down_at', 'is', null))
      }
      const revoked = db.updateTable('group_social_media_consents').set(down).where('revoked', '=', 1)
      const consent = revoked.where('group_id', '=', key.groupId).where('platform_id', '=', key.platformId)
      return run(by === null ? consent : consent.where('taken_down_at', 'is', null))
    },
  }
}

/** Each post is ordered once, also where its group is deleted later. */
async function order({ db }: StoreContext, groupId: string, rows: readonly Insertable<Tables['takedowns']>[]) {
  const ordered = await db.selectFrom('takedowns').selectAll().where('group_id', '=', groupId).execute()
  const isNew = ({ platform_id, url }: (typeof rows)[number]) =>
    !ordered.some((each) => each.platform_id === platform_id && each.url === url)
  const wanted = rows.filter(isNew)
  if (wanted.length > 0) await db.insertInto('takedowns').values(wanted).execute()
}

function takedownOrders(context: StoreContext): Pick<TakedownWrites, 'outliveGroup' | 'orderForImage'> {
  const { db } = context
  return {
    async outliveGroup(groupId, { at, live }) {
      const postings = await postingsOf(db, groupId).execute()
      const ofGroup = db.selectFrom('group_social_media_consents').selectAll().where('group_id', '=', groupId)
      const consents = await ofGroup.where('consented', '=', 1).execute()
      const own = await platformWithoutTakedowns(db)
      const orders = consents.flatMap((consent): Insertable<Tables['takedowns']>[] => {
        const revoked = consent.revoked === 1
        if (!revoked && !live) return []
        const reason = revoked ? 'revoked' : 'deleted'
        const ordered_at = revoked ? consent.revoked_timestamp : at
        const base = { group_id: groupId, platform_id: consent.platform_id, reason, ordered_at } as const
        const posted = postings.filter((posting) => posting.platform_id === consent.platform_id)
        const isDone = revoked ? consent.taken_down_at !== null : consent.platform_id === own
        if (posted.length === 0) return isDone ? [] : [{ ...base, url: null }]
        return posted.filter(isUp).map(({ url }) => ({ ...base, url }))
      })
      await order(context, groupId, orders)
      await db.deleteFrom('postings').where('group_id', '=', groupId).execute()
    },

    async orderForImage(groupId, { imageId, at }) {
      const postings = (await postingsOf(db, groupId).execute()).filter(isUp).map(toPosting)
      const shown = postings.filter(({ imageIds }) => imageIds.includes(imageId))
      const base = { group_id: groupId, reason: 'deleted', ordered_at: at } as const
      const orders = shown.map(({ platformId, url }) => ({ ...base, platform_id: platformId, url }))
      await order(context, groupId, orders)
    },
  }
}

export const takedownStore = (context: StoreContext): TakedownWrites => ({
  ...takedownReads(context),
  ...takedownMarks(context),
  ...takedownOrders(context),
})
