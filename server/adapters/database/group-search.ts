import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { textNames } from '#contract/texts/group-texts.ts'
import { inChunks } from '#server/adapters/database/stores/queries.ts'
import { searchTextOf } from '#server/domain/text/fold.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

const partSize = 100

async function searchTexts(db: Db, groupIds: readonly string[]) {
  const groups = await db
    .selectFrom('groups')
    .select(['group_id', ...textNames, 'year'])
    .where('group_id', 'in', groupIds)
    .execute()
  const images = await db
    .selectFrom('images')
    .select(['group_id', 'image_description', 'alt_text', 'exif_camera_model', 'original_name', 'file_name'])
    .where('group_id', 'in', groupIds)
    .orderBy('upload_order')
    .execute()
  const imagesOf = Map.groupBy(images, (row) => row.group_id)
  return groups.map((group) => ({
    group_id: group.group_id,
    search_text: searchTextOf([
      ...textNames.map((name) => group[name]),
      String(group.year),
      group.group_id,
      ...(imagesOf.get(group.group_id) ?? []).flatMap((image) => [
        image.image_description,
        image.alt_text,
        image.exif_camera_model,
        image.original_name,
        image.file_name,
      ]),
    ]),
  }))
}

/** Brings the search up to date with the groups, in their transaction. A deleted group takes its row with it. */
export async function updateSearch(db: Db, groupIds: ReadonlySet<string>): Promise<void> {
  // In the order of the recorded changes, so that two transactions cannot deadlock.
  for (const part of inChunks([...groupIds].sort(), partSize)) {
    // Lets other requests in. Without that, Node also keeps the memory of each statement until the last part.
    if (groupIds.size > partSize) await setImmediate()
    const rows = await searchTexts(db, part)
    const known = await db.selectFrom('group_search').selectAll().where('group_id', 'in', part).execute()
    const textOf = new Map(known.map((row) => [row.group_id, row.search_text]))
    const changed = rows.filter((row) => textOf.get(row.group_id) !== row.search_text)
    if (changed.length === 0) continue
    await db
      .insertInto('group_search')
      .values(changed)
      .onConflict((conflict) =>
        conflict.column('group_id').doUpdateSet((eb) => ({ search_text: eb.ref('excluded.search_text') })),
      )
      .execute()
  }
}

/** Adds those of the next `limit` groups after `after` that the search lacks. Returns the last one; undefined when there are no more. */
export async function fillSearch(db: Db, after: string, limit: number): Promise<string | undefined> {
  const next = db.selectFrom('groups').select('group_id').where('group_id', '>', after).orderBy('group_id').limit(limit)
  const rows = await db
    .selectFrom(next.as('next'))
    .leftJoin('group_search', 'group_search.group_id', 'next.group_id')
    .select(['next.group_id', 'group_search.id'])
    .orderBy('next.group_id')
    .execute()
  const missing = rows.filter((row) => row.id === null).map((row) => row.group_id)
  if (missing.length > 0) {
    // Locked, so that no other transaction changes or deletes them meanwhile.
    await db.updateTable('groups').set({ revision: sql`revision + 1` }).where('group_id', 'in', missing).execute()
    await updateSearch(db, new Set(missing))
  }
  return rows.at(-1)?.group_id
}
