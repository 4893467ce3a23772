import { type Kysely, sql } from 'kysely'
import { previewPath } from '#contract/images/image-paths.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { Clash, IncomingGroup } from '#server/ports/group-transfer.ts'
import { inChunks } from './context.ts'

interface Unique {
  readonly field: Clash['field']
  readonly table: 'groups' | 'images'
  readonly column: string
  /** The values that the group brings. */
  readonly values: (group: IncomingGroup) => readonly (string | number | null)[]
}

const uniques: readonly Unique[] = [
  { field: 'groupId', table: 'groups', column: 'group_id', values: ({ group }) => [group.groupId] },
  {
    field: 'management_token',
    table: 'groups',
    column: 'management_token',
    values: ({ group }) => [group.managementToken],
  },
  { field: 'upload_key', table: 'groups', column: 'upload_key', values: ({ uploadKey }) => [uploadKey] },
  {
    field: 'fileName',
    table: 'images',
    column: 'file_name',
    values: ({ images }) => images.map((each) => each.fileName),
  },
  {
    field: 'previewPath',
    table: 'images',
    column: 'preview_path',
    values: ({ images }) => images.map((each) => previewPath(each.previewName)),
  },
  {
    field: 'fileName',
    table: 'images',
    column: 'stored_name',
    values: ({ images }) => images.map((each) => each.storedName),
  },
  {
    field: 'previewPath',
    table: 'images',
    column: 'stored_preview_name',
    values: ({ images }) => images.map((each) => each.storedPreviewName),
  },
  { field: 'id', table: 'images', column: 'id', values: ({ images }) => images.map((each) => each.id) },
]

/** The first value of the groups that a row has already. */
export async function findClash(db: Kysely<Tables>, groups: readonly IncomingGroup[]): Promise<Clash | undefined> {
  for (const { field, table, column, values } of uniques) {
    for (const part of inChunks(groups.flatMap(values).filter((value) => value !== null))) {
      const { rows } = await sql<{ value: string | number }>`
        select ${sql.ref(column)} as value from ${sql.table(table)}
        where ${sql.ref(column)} in (${sql.join(part)}) limit 1`.execute(db)
      const [found] = rows
      if (found === undefined) continue
      const owner = groups.find((group) => values(group).some((value) => String(value) === String(found.value)))
      return { field, groupId: owner?.group.groupId ?? '' }
    }
  }
  return undefined
}
