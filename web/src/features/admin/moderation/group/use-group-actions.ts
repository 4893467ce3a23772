import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isCode } from '#web/api/api-error.ts'
import { useDeletion } from '#web/features/admin/moderation/decisions/use-deletion.ts'
import { inTurn, reloadAfter } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { forgetNote } from '#web/features/admin/moderation/drafts/drafts.ts'
import { saveDraft } from '#web/features/admin/moderation/drafts/save-draft.ts'
import { lastQueue } from '#web/features/admin/moderation/list/last-queue.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayFailure } from '#web/features/admin/shared/notices.tsx'
import { sinceOwn } from '#web/features/admin/shared/own-revisions.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { AdminGroup } from './group-queries.ts'
import type { GroupSteps } from './use-group-steps.ts'

export interface Approval {
  readonly approved: boolean
  readonly moderationNote?: string
}

interface Effects extends Pick<GroupSteps, 'seen' | 'say'> {
  readonly onApproved: () => void
}

/** Approves what was seen, with what was typed, or withdraws the approval; either can be undone. */
export const useApprove = ({ groupId, isApproved }: AdminGroup, { seen, say, onApproved }: Effects) => {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    ...inTurn,
    mutationFn: async (approval: Approval) => {
      const shown = approval.approved ? seen.revision(groupId) : undefined
      if (approval.approved) await saveDraft(groupId)
      const revision = shown && sinceOwn(groupId, shown)
      const body = { ...approval, ...(revision !== undefined && { revision }) }
      return adminCall('PATCH /api/admin/groups/{groupId}/approve', { params: { groupId }, body })
    },
    onMutate: ({ approved }) => ({ did: approved ? (isApproved ? 'confirm' : 'approve') : 'unapprove' }) as const,
    onSuccess: ({ undoId }, { moderationNote }, { did }) => {
      seen.accept(groupId)
      if (moderationNote !== undefined) forgetNote(groupId, moderationNote)
      if (did !== 'unapprove') onApproved()
      say(moderationNote === undefined ? t(`moderation.did.${did}`, { count: 1 }) : t('group.noteSaved'), undoId)
    },
    onError: (error) => {
      // The page shows what has changed as soon as it is loaded again.
      if (isCode(error, 'GROUP_CHANGED')) sayFailure(t('moderation.changedMeanwhile', { count: 1 }))
      else sayFailure(t('moderation.failed', { count: 1 }), error)
    },
    onSettled: () => reloadAfter(client),
  })
}

/** Deletes the group for good, unless that is undone in time, and leaves its page. */
export const useRemove = ({ groupId }: AdminGroup, next: (() => void) | undefined) => {
  const navigate = useNavigate()
  const remove = useDeletion()
  return () => {
    remove([groupId])
    if (next && lastQueue()) next()
    else void navigate({ to: '/admin/moderation', search: lastQueue() ?? {} })
  }
}
