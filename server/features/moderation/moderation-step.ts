import type { ModeratedGroup } from '#server/domain/caller.ts'
import type { Group } from '#server/domain/group.ts'
import type { Image } from '#server/domain/image.ts'
import { newUndoId } from '#server/domain/names.ts'
import { lockGroup } from '#server/groups/lock-group.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ModerationState } from '#server/ports/moderation-undo.ts'

/** How long a step can be undone. */
export const undoForMs = 60 * 60_000

/** A group as a step finds it, locked. */
export interface Moderated {
  readonly group: Group
  readonly images: readonly Image[]
}

export async function moderated(tx: Transaction, groupId: string): Promise<Moderated> {
  const group = await lockGroup(tx, groupId)
  return { group, images: await tx.images.ofGroup(groupId) }
}

export const stateOf = ({ group, images }: Moderated): ModerationState => ({
  isApproved: group.isApproved,
  firstApprovedAt: group.firstApprovedAt,
  changesSinceApproval: group.changesSinceApproval,
  lastApproved: group.lastApproved,
  moderationNote: group.moderationNote,
  contentRevision: group.contentRevision,
  images: images
    .map(({ id, publishedDescription, hiddenReason, moderationNote }) => ({
      id,
      publishedDescription,
      hiddenReason,
      moderationNote,
    }))
    .sort((a, b) => a.id - b.id),
})

export const isSameState = (a: ModerationState, b: ModerationState): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The steps of one request, which one undo takes back. */
export interface Steps {
  /** Runs `step` on the locked group and keeps what it replaces. AppError GROUP_NOT_FOUND. */
  run(tx: Transaction, target: ModeratedGroup, step: (found: Moderated) => Promise<void>): Promise<void>
  /** For undoModeration; null when nothing has changed. */
  readonly undoId: string | null
}

export function openSteps({ clock }: Pick<Deps, 'clock'>): Steps {
  const undoId = newUndoId()
  let changed = false
  return {
    async run(tx, { groupId }, step) {
      const found = await moderated(tx, groupId)
      await step(found)
      const [before, after] = [stateOf(found), stateOf(await moderated(tx, groupId))]
      if (isSameState(before, after)) return
      const now = clock.now()
      await tx.moderationUndo.purge(new Date(now.getTime() - undoForMs).toISOString())
      await tx.moderationUndo.add({ undoId, groupId, before, after, createdAt: now.toISOString() })
      changed = true
    },
    get undoId() {
      return changed ? undoId : null
    },
  }
}
