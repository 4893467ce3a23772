import { idAt, type Requests } from './request.ts'
import type { Body } from './words.ts'

type Op = 'approve' | 'bulk' | 'hide' | 'undo' | 'deleteGroup' | 'cleanup' | 'wait' | 'rollback'

export const moderation: Requests<Op> = {
  approve({ admin, words }, { group, approved, asSeen }) {
    const revision = asSeen ? words.revisions.get(words.groupId(group)) : undefined
    const json = { ...(approved !== null && { approved }), ...(revision !== undefined && { revision }) }
    const body = Object.keys(json).length > 0 ? { json } : {}
    return {
      send: () => admin(words.groupPath(group, '/approve'), { method: 'PATCH', ...body }),
      project({ isApproved, undoId }) {
        words.learnUndo(undoId)
        return { isApproved }
      },
    }
  },

  bulk({ admin, words }, { action, groups, asSeen }) {
    const groupIds = groups.map(words.groupId)
    const revisions = Object.fromEntries(words.revisions)
    const json = { action, groupIds, ...(asSeen && { revisions }) }
    return {
      send: () => admin('/api/admin/groups/bulk', { method: 'POST', json }),
      project({ results, undoId }) {
        words.learnUndo(undoId)
        return { results: results.map(({ ok, code }: Body) => code ?? ok) }
      },
    }
  },

  hide(context, { group, image, hidden }) {
    const { admin, words } = context
    const path = words.groupPath(group, `/images/${idAt(context, image)}`)
    return {
      send: () => admin(path, { method: 'PATCH', json: { hidden } }),
      project({ hidden, undoId }) {
        words.learnUndo(undoId)
        return { hidden }
      },
    }
  },

  undo: ({ admin, words }) => ({
    send: () => admin('/api/admin/groups/undo', { method: 'POST', json: { undoId: words.lastUndo() } }),
    project: ({ groupIds }) => ({ groups: groupIds.map(words.numberOf).toSorted() }),
  }),

  deleteGroup: ({ visitor, admin, words }, { by, group }) =>
    by === 'owner'
      ? {
          send: () => visitor(words.link(group), { method: 'DELETE' }),
          project: ({ data }) => ({ imagesDeleted: data.imagesDeleted }),
        }
      : { send: () => admin(words.groupPath(group), { method: 'DELETE' }), project: () => ({}) },

  cleanup: ({ admin }) => ({
    send: () => admin('/api/admin/cleanup/trigger', { method: 'POST' }),
    project: ({ deletedGroups }) => ({ deletedGroups }),
  }),

  wait: ({ visitor }) => ({ send: () => visitor('/health') }),

  rollback: ({ admin }) => ({
    send: () => admin('/api/system/migration/rollback', { method: 'POST' }),
    project: ({ groupsRestored }) => ({ groupsRestored }),
  }),
}
