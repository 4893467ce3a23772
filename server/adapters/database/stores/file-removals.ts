import type { FileRemovals } from '#server/ports/file-removals.ts'
import type { FileKind } from '#server/ports/file-store.ts'
import { inParts, type StoreContext } from './context.ts'

export function fileRemovalStore({ db }: StoreContext): FileRemovals {
  return {
    async plan(files, dueAt) {
      for (const part of inParts(files)) {
        await db
          .insertInto('file_removals')
          .values(part.map(({ kind, name }) => ({ kind, name, due_at: dueAt })))
          .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet({ due_at: dueAt }))
          .execute()
      }
    },

    async cancel(files) {
      for (const [kind, ofKind] of Map.groupBy(files, (file) => file.kind)) {
        for (const part of inParts(ofKind)) {
          await db
            .deleteFrom('file_removals')
            .where('kind', '=', kind)
            .where(
              'name',
              'in',
              part.map((file) => file.name),
            )
            .execute()
        }
      }
    },

    async due(now, limit) {
      const rows = await db
        .selectFrom('file_removals')
        .select(['kind', 'name'])
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .execute()
      return rows.map(({ kind, name }) => ({ kind: kind as FileKind, name }))
    },
  }
}
