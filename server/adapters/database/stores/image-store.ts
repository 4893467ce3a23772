import { sql, type Updateable } from 'kysely'
import { previewPath } from '#contract/images/image-paths.ts'
import { publishedTextsOf } from '#contract/texts/image-texts.ts'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import { newRevision } from '#server/domain/names.ts'
import type { ImageReads, ImageWrites } from '#server/ports/image-store.ts'
import { isPublicRow } from './published-groups.ts'
import { all, first, inAllChunks, inChunks, run, type StoreContext } from './queries.ts'
import { analysisColumns, toImage, toImageRow } from './rows.ts'

const imageSetter =
  ({ db }: StoreContext) =>
  (groupId: string, id: number, columns: Updateable<Tables['images']>) =>
    db.updateTable('images').set(columns).where('group_id', '=', groupId).where('id', '=', id).execute()

/** Marks the group's part of the feed as changed. */
async function contentChanged({ db, changed }: StoreContext, groupId: string): Promise<void> {
  await db.updateTable('groups').set({ content_revision: newRevision() }).where('group_id', '=', groupId).execute()
  changed(groupId)
}

const servedImage =
  ({ db }: StoreContext) =>
  (column: 'file_name' | 'preview_path', name: string) =>
    first(
      db
        .selectFrom('images')
        .innerJoin('groups', 'groups.group_id', 'images.group_id')
        .where(`images.${column}`, '=', name)
        .selectAll('images')
        .select(['exhibition_id', 'is_exhibition_ended']),
      (row) => ({
        ...toImage(row),
        exhibitionId: row.exhibition_id,
        isExhibitionEnded: row.is_exhibition_ended === 1,
      }),
    )

function imageReads(context: StoreContext) {
  const { db } = context
  const images = db.selectFrom('images').selectAll()
  const named = (column: 'stored_name' | 'stored_preview_name', name: string) =>
    first(images.where(column, '=', name), toImage)
  const served = servedImage(context)
  const after = (id: number, limit: number) => images.where('id', '>', id).orderBy('id').limit(limit)
  return {
    find: (id) => first(images.where('id', '=', id), toImage),
    ofGroup: (groupId) => all(images.where('group_id', '=', groupId).orderBy('upload_order'), toImage),
    findByServedName: (kind, name) =>
      kind === 'original' ? served('file_name', name) : served('preview_path', previewPath(name)),
    findByStoredName: (kind, name) => named(kind === 'original' ? 'stored_name' : 'stored_preview_name', name),

    async idsByStoredPreviews(names) {
      const ids = db.selectFrom('images').select('id')
      const rows = await inAllChunks(names, (part) => ids.where('stored_preview_name', 'in', part))
      return rows.map(({ id }) => id)
    },

    async countShown(max) {
      const shown = db.selectFrom('groups').innerJoin('images', 'images.group_id', 'groups.group_id').where(isPublicRow)
      return (await shown.where('hidden_reason', 'is', null).select('images.id').limit(max).execute()).length
    },

    after: (id, limit) => all(after(id, limit), toImage),
    withoutFacts: (id, limit) => all(after(id, limit).where('width', 'is', null), toImage),
    withoutImageAnalysis: (id, limit) => all(after(id, limit).where('sharpness', 'is', null), toImage),
  } satisfies Partial<ImageReads>
}

function additions({ db }: StoreContext) {
  return {
    addedWith: (groupId, additionKey, since) =>
      db
        .selectFrom('image_additions')
        .select(['image_count as imageCount', 'body_digest as bodyDigest'])
        .where('group_id', '=', groupId)
        .where('addition_key', '=', additionKey)
        .where('created_at', '>=', since)
        .executeTakeFirst(),

    async recordAddition(groupId, { key, bodyDigest, imageCount, addedAt }) {
      const what = { image_count: imageCount, body_digest: bodyDigest, created_at: addedAt }
      await db
        .insertInto('image_additions')
        .values({ group_id: groupId, addition_key: key, ...what })
        .execute()
    },

    forgetAdditions: (groupId, before) =>
      run(
        db
          .deleteFrom('image_additions')
          .where('group_id', '=', groupId)
          .where(({ eb, or }) => or([eb('created_at', '<', before), eb('created_at', 'is', null)])),
      ),
  } satisfies Partial<ImageWrites>
}

function imageRows(context: StoreContext) {
  const { db } = context
  const set = imageSetter(context)

  return {
    async insert(images) {
      const inserted = []
      for (const part of inChunks(images, 50)) {
        inserted.push(...(await db.insertInto('images').values(part.map(toImageRow)).returningAll().execute()))
      }
      for (const groupId of new Set(images.map((image) => image.groupId))) await contentChanged(context, groupId)
      return inserted.map(toImage).sort((a, b) => a.id - b.id)
    },

    async remove({ id, groupId, uploadOrder }) {
      await db.deleteFrom('images').where('id', '=', id).execute()
      await db
        .updateTable('images')
        .set({ upload_order: sql`upload_order - 1` })
        .where('group_id', '=', groupId)
        .where('upload_order', '>', uploadOrder)
        .execute()
      await contentChanged(context, groupId)
    },

    async reorder(groupId, imageIds) {
      for (const [index, id] of imageIds.entries()) await set(groupId, id, { upload_order: index + 1 })
      await contentChanged(context, groupId)
    },
  } satisfies Partial<ImageWrites>
}

function imageFacts(context: StoreContext) {
  const { db, changed } = context
  const set = imageSetter(context)

  return {
    async setFacts({ id, groupId }, facts) {
      const { fileSize, mimeType, width, height, exifDateTaken, exifCameraModel } = facts
      await set(groupId, id, {
        ...toColumns({ fileSize, mimeType, width, height, exifDateTaken, exifCameraModel }),
        exif_location_lat: facts.exifLocation?.lat ?? null,
        exif_location_lon: facts.exifLocation?.lon ?? null,
      })
      changed(groupId)
    },

    async setDateTaken({ id, groupId }, exifDateTaken) {
      await set(groupId, id, toColumns({ exifDateTaken }))
      await contentChanged(context, groupId)
    },

    async setHidden({ id, groupId }, { hiddenReason, moderationNote }) {
      await set(groupId, id, { hidden_reason: hiddenReason, moderation_note: moderationNote })
      await contentChanged(context, groupId)
    },

    setImageAnalysis({ groupId, storedPreviewName }, imageAnalysis) {
      const images = db.updateTable('images').set(analysisColumns(imageAnalysis)).where('group_id', '=', groupId)
      return run(images.where('stored_preview_name', '=', storedPreviewName))
    },
  } satisfies Partial<ImageWrites>
}

function imageFields(context: StoreContext) {
  const { changed } = context
  const set = imageSetter(context)

  return {
    async describe(groupId, texts) {
      for (const [id, { imageDescription, altText }] of texts)
        await set(groupId, id, { image_description: imageDescription, alt_text: altText })
      await contentChanged(context, groupId)
    },

    async publishTexts(groupId, texts) {
      for (const [id, published] of texts) await set(groupId, id, toColumns(publishedTextsOf(published)))
      changed(groupId)
    },

    async rename(groupId, names) {
      for (const [id, { fileName, previewName }] of names) {
        await set(groupId, id, { file_name: fileName, preview_path: previewPath(previewName) })
      }
      changed(groupId)
    },

    async replaceFiles({ id, groupId }, { fileName, previewName, fileSize, width, height, imageAnalysis }) {
      await set(groupId, id, {
        file_name: fileName,
        stored_name: fileName,
        preview_path: previewPath(previewName),
        stored_preview_name: previewName,
        file_size: fileSize,
        width,
        height,
        ...analysisColumns(imageAnalysis),
      })
      await contentChanged(context, groupId)
    },
  } satisfies Partial<ImageWrites>
}

export const imageStore = (context: StoreContext): ImageWrites => ({
  ...imageReads(context),
  ...additions(context),
  ...imageRows(context),
  ...imageFacts(context),
  ...imageFields(context),
})
