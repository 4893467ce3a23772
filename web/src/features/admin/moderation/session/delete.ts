import { createStore } from '@tanstack/react-store'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { onSessionEnd } from '#web/features/admin/shared/auth/session.ts'
import { forgetDraft } from './drafts.ts'
import { mutate, type Report, report } from './mutate.ts'
import { addStep, dropStep, type UndoStep, undo } from './undo.ts'

/** As long as the message with the undo button is shown. */
const undoableMs = 8_000

interface Deletion {
  /** What disappears from the pages. */
  readonly keys: readonly string[]
  readonly groupIds: readonly string[]
  /** Unless it is that of the groups. */
  readonly count?: number
  readonly texts: Readonly<Record<'deleted' | 'restored' | 'failed', Report['text']>>
  readonly send: () => Promise<unknown>
}

/**
 * Deletes or refuses for good. The server has no undo for this, so it is asked only after the time for an undo; closing the page before
 * deletes nothing.
 */
export function deleteLater({ keys, groupIds, count = groupIds.length, texts, send }: Deletion): void {
  const restore = () => dropPending(keys)
  const timer = setTimeout(() => {
    dropStep(step)
    mutate('delete', send).catch((error: unknown) => {
      restore()
      report('error', texts.failed, { count, error })
    })
  }, undoableMs)
  const cancel = () => {
    clearTimeout(timer)
    report('success', texts.restored, { count })
  }
  const step: UndoStep = { groupIds, restore, cancel }
  addPending(keys)
  addStep(step)
  report('success', texts.deleted, { count, undo: () => undo(step) })
}

export const deleteGroups = (groupIds: readonly string[]): void =>
  deleteLater({
    keys: groupIds,
    groupIds,
    texts: { deleted: 'moderation.did.delete', restored: 'moderation.undone', failed: 'moderation.failed' },
    send: async () => {
      const body = { action: 'delete' as const, groupIds: [...groupIds] }
      const { results } = await adminCall('POST /api/admin/groups/bulk', { body })
      const failed = results.filter(({ ok }) => !ok).map(({ groupId }) => groupId)
      dropPending(failed)
      for (const { groupId, ok } of results) if (ok) forgetDraft(groupId)
      if (failed.length > 0) report('error', 'moderation.someFailed', { count: failed.length })
    },
  })

export const deletePhoto = (groupId: string, imageId: string): void =>
  deleteLater({
    keys: [photoKey(imageId)],
    groupIds: [groupId],
    texts: { deleted: 'group.photoDeleted', restored: 'group.photoBack', failed: 'group.notSaved' },
    send: () => adminCall('DELETE /api/admin/groups/{groupId}/images/{imageId}', { params: { groupId, imageId } }),
  })

/** Groups and removal requests by their id, photos as `photo-<id>`, that are being deleted, or are deleted: no page shows them any more. */
export const pendingDeletion = createStore<ReadonlySet<string>>(new Set<string>())
onSessionEnd(() => pendingDeletion.setState(() => new Set<string>()))

export const photoKey = (imageId: number | string): string => `photo-${imageId}`

export const isPending = (key: string): boolean => pendingDeletion.state.has(key)

const addPending = (keys: readonly string[]): void => pendingDeletion.setState((now) => new Set([...now, ...keys]))

const dropPending = (keys: readonly string[]): void => pendingDeletion.setState((now) => now.difference(new Set(keys)))
