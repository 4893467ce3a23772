import type { FileName, FileRemovalReads, FileRemovals } from '#server/ports/file-removals.ts'
import { all, deletedRows, inChunks, run, type StoreContext, updatedRows } from './queries.ts'

/** The `due_at` of a removal that has begun. It is before all times, so that the next process finds what a crash left. */
const claimed = ''
/** The `due_at` of a file that belongs to a submission: after all times. */
const neverDue = 'held'

interface Part {
  readonly kind: FileName['kind']
  readonly names: readonly string[]
}

/** The files in parts that fit into a statement, each of one kind. */
function* partsOf(files: readonly FileName[]): Generator<Part> {
  for (const [kind, ofKind] of Map.groupBy(files, (file) => file.kind)) {
    for (const part of inChunks(ofKind)) yield { kind, names: part.map(({ name }) => name) }
  }
}

/** The rows that `write` reports for all parts. */
async function countRows(files: readonly FileName[], write: (part: Part) => Promise<number>): Promise<number> {
  let rows = 0
  for (const part of partsOf(files)) rows += await write(part)
  return rows
}

const toFileName = ({ kind, name }: FileName): FileName => ({ kind, name })

export function fileRemovalReads({ db, engine }: StoreContext): FileRemovalReads {
  const removals = () => db.selectFrom('file_removals').select(['kind', 'name'])
  return {
    due: (limit) =>
      all(removals().where('due_at', '<=', engine.timeAfter(0)).orderBy('due_at').limit(limit), toFileName),

    planned(limit) {
      const planned = removals().orderBy('due_at', 'desc')
      return all(limit === undefined ? planned : planned.limit(limit), toFileName)
    },
  }
}

export function fileRemovalStore(context: StoreContext): FileRemovals {
  const { db, engine } = context
  const change = ({ kind, names }: Part) =>
    db.updateTable('file_removals').where('kind', '=', kind).where('name', 'in', names)
  const removal = ({ kind, names }: Part) =>
    db.deleteFrom('file_removals').where('kind', '=', kind).where('name', 'in', names)
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

    hold: (files) =>
      countRows(files, (part) => updatedRows(change(part).set({ due_at: neverDue }).where('due_at', '!=', claimed))),
    cancel: (files) => countRows(files, (part) => deletedRows(removal(part).where('due_at', '!=', claimed))),

    async claim(limit) {
      const files: FileName[] = []
      for (const part of partsOf(await fileRemovalReads(context).due(limit))) {
        const due = change(part).set({ due_at: claimed }).where('due_at', '<=', engine.timeAfter(0))
        files.push(...(await all(due.returning(['kind', 'name']), toFileName)))
      }
      return files
    },

    claimAll: () => run(db.updateTable('file_removals').set({ due_at: claimed }).where('due_at', '!=', neverDue)),

    async complete(files) {
      for (const part of partsOf(files)) await removal(part).execute()
    },
  }
}
