import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isCode } from '#web/api/api-error.ts'
import { inTurn, reloadAfter } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { groupsPage } from '#web/features/admin/moderation/list/queue-queries.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { type AdminGroup, adminGroup } from './group-queries.ts'
import type { GroupSteps } from './use-group-steps.ts'

export interface Approval {
  readonly approved: boolean
  readonly moderationNote?: string
}

/** Approves what was seen, or withdraws the approval; either can be undone. */
export const useApprove = ({ groupId, isApproved }: AdminGroup, { seen, say }: GroupSteps) => {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    ...inTurn,
    mutationFn: (approval: Approval) => {
      const revision = approval.approved ? seen.revision(groupId) : undefined
      const body = { ...approval, ...(revision !== undefined && { revision }) }
      return adminCall('PATCH /api/admin/groups/{groupId}/approve', { params: { groupId }, body })
    },
    onMutate: ({ approved }) => ({ did: approved ? (isApproved ? 'confirm' : 'approve') : 'unapprove' }) as const,
    onSuccess: ({ undoId }, { moderationNote }, { did }) => {
      seen.accept(groupId)
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

/** Deletes the group for good. */
export const useRemove = ({ groupId }: AdminGroup) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => adminCall('DELETE /api/admin/groups/{groupId}', { params: { groupId } }),
    onSuccess: async () => {
      sayDone(t('moderation.did.delete', { count: 1 }))
      await navigate({ to: '/admin/moderation' })
      client.removeQueries({ queryKey: adminGroup(groupId).queryKey })
      await client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: (error) => sayFailure(t('moderation.failed', { count: 1 }), error),
  })
}

/** Opens the next waiting group; undefined when there is none. */
export const useNext = ({ groupId }: AdminGroup): (() => void) | undefined => {
  const navigate = useNavigate()
  const { data: pending } = useQuery(groupsPage({}))
  const nextId = pending?.groups.find((group) => group.groupId !== groupId)?.groupId
  if (nextId === undefined) return undefined
  return () => void navigate({ to: '/admin/moderation/$groupId', params: { groupId: nextId } })
}
