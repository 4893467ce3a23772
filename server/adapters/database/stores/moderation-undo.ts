import { toColumns } from '#server/adapters/database/columns.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { ModerationState, ModerationUndo } from '#server/ports/moderation-undo.ts'
import { all, run, type StoreContext } from './queries.ts'

export function moderationUndoStore({ db }: StoreContext): ModerationUndo {
  return {
    add: (step) => run(db.insertInto('moderation_undo').values(toColumns(step))),

    async groupIds(undoId) {
      const steps = db.selectFrom('moderation_undo').select('group_id').where('undo_id', '=', undoId)
      return (await all(steps, (row) => row.group_id)).sort()
    },

    async take(undoId) {
      const rows = await db.deleteFrom('moderation_undo').where('undo_id', '=', undoId).returningAll().execute()
      return rows
        .map((row) => ({ ...camelCased(row), before: JSON.parse(row.before), after: JSON.parse(row.after) }))
        .sort((a, b) => (a.groupId < b.groupId ? -1 : 1))
    },

    async continueFrom(groupId, { before, now }) {
      const steps = db.selectFrom('moderation_undo').select(['undo_id', 'after']).where('group_id', '=', groupId)
      for (const { undo_id, after } of await steps.execute()) {
        const state: ModerationState = JSON.parse(after)
        if (state.contentRevision !== before) continue
        const same = db.updateTable('moderation_undo').where('undo_id', '=', undo_id).where('group_id', '=', groupId)
        await same.set({ after: JSON.stringify({ ...state, contentRevision: now }) }).execute()
      }
    },

    purge: (before) => run(db.deleteFrom('moderation_undo').where('created_at', '<', before)),
  }
}
