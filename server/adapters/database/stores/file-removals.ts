import type { FileName, FileRemovalReads, FileRemovals } from '#server/ports/file-removals.ts'
import { inChunks, type StoreContext } from './context.ts'

/** The `due_at` of a removal that has begun. It is before all times, so that the next process finds what a crash left. */
const claimed = ''
/** The `due_at` of a file that belongs to a submission: after all times. */
const held = 'held'

/** The files in parts that fit into a statement, each of one kind. */
function* partsOf(files: readonly FileName[]) {
  for (const [kind, ofKind] of Map.groupBy(files, (file) => file.kind)) {
    for (const part of inChunks(ofKind)) yield { kind, names: part.map(({ name }) => name) }
  }
}

const toFileName = ({ kind, name }: FileName): FileName => ({ kind, name })

export function fileRemovalReads({ db, engine }: StoreContext): FileRemovalReads {
  const all = db.selectFrom('file_removals').select(['kind', 'name'])
  return {
    async due(limit) {
      const due = all.where('due_at', '<=', engine.timeAfter(0)).orderBy('due_at').limit(limit)
      return (await due.execute()).map(toFileName)
    },

    async planned(limit) {
      const planned = all.orderBy('due_at', 'desc').$if(limit !== undefined, (query) => query.limit(limit ?? 0))
      return (await planned.execute()).map(toFileName)
    },
  }
}

function plannedRemovals({ db, engine }: StoreContext): Pick<FileRemovals, 'plan' | 'hold' | 'cancel'> {
  return {
    async plan(files, delayMs) {
      const due_at = engine.timeAfter(delayMs)
      for (const part of inChunks(files)) {
        await db
          .insertInto('file_removals')
          .values(part.map(({ kind, name }) => ({ kind, name, due_at })))
          .onConflict((conflict) =>
            conflict.columns(['kind', 'name']).doUpdateSet({ due_at }).where('file_removals.due_at', '!=', claimed),
          )
          .execute()
      }
    },

    async hold(files) {
      let count = 0
      for (const { kind, names } of partsOf(files)) {
        const rows = db.updateTable('file_removals').set({ due_at: held }).where('kind', '=', kind)
        const { numUpdatedRows } = await rows
          .where('name', 'in', names)
          .where('due_at', '!=', claimed)
          .executeTakeFirstOrThrow()
        count += Number(numUpdatedRows)
      }
      return count
    },

    async cancel(files) {
      let cancelled = 0
      for (const { kind, names } of partsOf(files)) {
        const rows = db.deleteFrom('file_removals').where('kind', '=', kind).where('name', 'in', names)
        const { numDeletedRows } = await rows.where('due_at', '!=', claimed).executeTakeFirstOrThrow()
        cancelled += Number(numDeletedRows)
      }
      return cancelled
    },
  }
}

function dueRemovals(context: StoreContext): Pick<FileRemovals, 'claim' | 'claimAll' | 'complete'> {
  const { db, engine } = context
  const { due } = fileRemovalReads(context)
  return {
    async claim(limit) {
      const files: FileName[] = []
      for (const { kind, names } of partsOf(await due(limit))) {
        const rows = await db
          .updateTable('file_removals')
          .set({ due_at: claimed })
          .where('kind', '=', kind)
          .where('name', 'in', names)
          .where('due_at', '<=', engine.timeAfter(0))
          .returning(['kind', 'name'])
          .execute()
        files.push(...rows.map(toFileName))
      }
      return files
    },

    async claimAll() {
      await db.updateTable('file_removals').set({ due_at: claimed }).where('due_at', '!=', held).execute()
    },

    async complete(files) {
      for (const { kind, names } of partsOf(files)) {
        await db.deleteFrom('file_removals').where('kind', '=', kind).where('name', 'in', names).execute()
      }
    },
  }
}

export const fileRemovalStore = (context: StoreContext): FileRemovals => ({
  ...plannedRemovals(context),
  ...dueRemovals(context),
})
