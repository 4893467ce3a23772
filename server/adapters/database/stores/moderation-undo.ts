import type { ModerationState, ModerationUndo } from '#server/ports/moderation-undo.ts'
import type { StoreContext } from './context.ts'

export function moderationUndoStore({ db }: StoreContext): ModerationUndo {
  return {
    async add({ undoId, groupId, before, after, createdAt }) {
      const states = { before: JSON.stringify(before), after: JSON.stringify(after) }
      await db
        .insertInto('moderation_undo')
        .values({ undo_id: undoId, group_id: groupId, ...states, created_at: createdAt })
        .execute()
    },

    async take(undoId) {
      const rows = await db.deleteFrom('moderation_undo').where('undo_id', '=', undoId).returningAll().execute()
      return rows
        .map((row) => ({
          undoId: row.undo_id,
          groupId: row.group_id,
          before: JSON.parse(row.before),
          after: JSON.parse(row.after),
          createdAt: row.created_at,
        }))
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

    async purge(before) {
      await db.deleteFrom('moderation_undo').where('created_at', '<', before).execute()
    },
  }
}
