import { sql } from 'kysely'
import { flag, toColumns } from '#server/adapters/database/columns.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import type { Exhibition } from '#server/domain/exhibition.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { ExhibitionReads, ExhibitionWrites } from '#server/ports/exhibitions.ts'
import { all, count, exists, first, run, type StoreContext } from './queries.ts'

const toExhibition = ({ deleted: _, ...row }: Row<'exhibitions'>): Exhibition => ({
  ...camelCased(row),
  texts: JSON.parse(row.texts),
  platformIds: row.platform_ids === null ? null : JSON.parse(row.platform_ids),
  gallery: row.gallery === 1,
})

function exhibitionReads({ db }: StoreContext) {
  const exhibitions = () => db.selectFrom('exhibitions').selectAll().where('deleted', '=', 0)
  return {
    async revision() {
      const figures = db
        .selectFrom('exhibitions')
        .where('deleted', '=', 0)
        .select(({ fn }) => [fn.countAll().as('count'), fn.sum('revision').as('sum'), fn.max('id').as('last')])
      const { count, sum, last } = await figures.executeTakeFirstOrThrow()
      return `${count} ${sum} ${last}`
    },
    all: () => all(exhibitions().orderBy('id', 'desc'), toExhibition),
    find: (id) => first(exhibitions().where('id', '=', id), toExhibition),
    async counts() {
      const groups = await db
        .selectFrom('groups')
        .groupBy('exhibition_id')
        .select(['exhibition_id as id', sql`sum(1 - approved)`.as('pending'), sql`sum(approved)`.as('approved')])
        .execute()
      const images = await db
        .selectFrom('images')
        .innerJoin('groups', 'groups.group_id', 'images.group_id')
        .groupBy('groups.exhibition_id')
        .select(({ fn }) => ['groups.exhibition_id as id', fn.countAll().as('count')])
        .execute()
      const imagesOf = new Map(images.map(({ id, count }) => [id, Number(count)]))
      return groups.map(({ id, pending, approved }) => ({
        id,
        pending: Number(pending),
        approved: Number(approved),
        images: imagesOf.get(id) ?? 0,
      }))
    },
  } satisfies Partial<ExhibitionReads>
}

function groupsOfExhibitions({ db }: StoreContext) {
  return {
    holdsGroups: (id) => exists(db.selectFrom('groups').select('group_id').where('exhibition_id', '=', id).limit(1)),

    async toMark(endedIds) {
      const ended = endedIds.length === 0 ? [0] : endedIds
      const groups = db.selectFrom('groups').select('exhibition_id as id').distinct()
      const exhibitions = db.selectFrom('exhibitions').where('deleted', '=', 0)
      const rows = await groups
        .where('is_exhibition_ended', '=', 0)
        .where('exhibition_id', 'in', ended)
        .union(groups.where('is_exhibition_ended', '=', 1).where('exhibition_id', 'not in', ended))
        .union(exhibitions.select('id').where('id', 'in', ended).where('group_count_at_end', 'is', null))
        .union(exhibitions.select('id').where('id', 'not in', ended).where('group_count_at_end', 'is not', null))
        .execute()
      return rows.map(({ id }) => id)
    },

    groupCount: (id) => count(db.selectFrom('groups').where('exhibition_id', '=', id)),

    groupIds: (id, { isExhibitionEnded, limit, after = '' }) =>
      all(
        db
          .selectFrom('groups')
          .select('group_id')
          .where('is_exhibition_ended', '=', flag(isExhibitionEnded))
          .where('exhibition_id', '=', id)
          .where('group_id', '>', after)
          .orderBy('group_id')
          .limit(limit),
        (row) => row.group_id,
      ),
  } satisfies Partial<ExhibitionReads>
}

export function exhibitionStore(context: StoreContext): ExhibitionWrites {
  const { db } = context
  const change = (id: number) => db.updateTable('exhibitions').where('id', '=', id).where('deleted', '=', 0)
  return {
    ...exhibitionReads(context),
    ...groupsOfExhibitions(context),

    add(exhibition) {
      const row = { ...toColumns(exhibition), revision: 1, deleted: 0 } as const
      const insert = db.insertInto('exhibitions').values(row)
      return first(insert.onConflict((conflict) => conflict.column('slug').doNothing()).returningAll(), toExhibition)
    },

    lock: (id) => first(change(id).set({ revision: sql`revision` }).returningAll(), toExhibition),

    async update({ id, revision: _, ...fields }) {
      const update = change(id).set({ ...toColumns(fields), revision: sql<number>`revision + 1` })
      return toExhibition(await update.returningAll().executeTakeFirstOrThrow())
    },

    setGroupCountAtEnd: (id, group_count_at_end) => run(change(id).set({ group_count_at_end })),

    remove: (id, { keepsSlug }) =>
      run(keepsSlug ? change(id).set({ deleted: 1 }) : db.deleteFrom('exhibitions').where('id', '=', id)),
  }
}
