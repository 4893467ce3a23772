import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { groupsPage } from '#web/features/admin/moderation/queue-queries.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { type AdminGroup, adminGroup } from './group-queries.ts'

/** What can be done with a group as a whole, and the way to the next one that waits. */
export const useGroupActions = ({ groupId, isApproved }: AdminGroup) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: pending } = useQuery(groupsPage({}))
  const nextId = pending?.groups.find((group) => group.groupId !== groupId)?.groupId
  const next = () => {
    if (nextId) void navigate({ to: '/admin/moderation/$groupId', params: { groupId: nextId } })
  }
  const failed = (error: Error) => sayFailure(t('moderation.failed', { count: 1 }), error)

  const approve = useMutation({
    mutationFn: (approved: boolean) =>
      adminCall('PATCH /api/admin/groups/{groupId}/approve', { params: { groupId }, body: { approved } }),
    onMutate: (approved) => ({ confirms: approved && isApproved }),
    onSuccess: (_, approved, { confirms }) => {
      // Confirming changes is not undone by taking back an approval that was there before.
      if (confirms) sayDone(t('moderation.did.confirm', { count: 1 }))
      else
        sayDone(t(approved ? 'moderation.did.approve' : 'moderation.did.unapprove', { count: 1 }), {
          label: t('moderation.undo'),
          run: () => approve.mutate(!approved),
        })
      return client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: () => adminCall('DELETE /api/admin/groups/{groupId}', { params: { groupId } }),
    onSuccess: async () => {
      sayDone(t('moderation.did.delete', { count: 1 }))
      await navigate({ to: '/admin/moderation' })
      client.removeQueries({ queryKey: adminGroup(groupId).queryKey })
      await client.invalidateQueries({ queryKey: ['admin'] })
    },
    onError: failed,
  })
  return { approve, remove, next, hasNext: nextId !== undefined }
}
