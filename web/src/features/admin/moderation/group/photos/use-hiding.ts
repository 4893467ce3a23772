import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inTurn, reloadAfter } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { type AdminGroup, adminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import type { GroupSteps } from '#web/features/admin/moderation/group/use-group-steps.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export interface Hiding {
  readonly imageId: number
  readonly hidden: boolean
  /** Why, for the owner. */
  readonly moderationNote?: string
}

/** Hides a photo from the public, shows it again, or says why it is hidden. The page shows it at once. */
export const useHiding = ({ groupId }: AdminGroup, { say }: Pick<GroupSteps, 'say'>) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { queryKey } = adminGroup(groupId)
  return useMutation({
    ...inTurn,
    mutationFn: ({ imageId, ...body }: Hiding) =>
      adminCall('PATCH /api/admin/groups/{groupId}/images/{imageId}', {
        params: { groupId, imageId: String(imageId) },
        body,
      }),
    onSuccess: ({ imageId, hidden, undoId }, { moderationNote }) => {
      client.setQueryData<AdminGroup>(queryKey, (group) => group && withHidden(group, imageId, hidden))
      const did = moderationNote === undefined ? (hidden ? 'photoHidden' : 'photoShown') : 'noteSaved'
      say(t(`group.${did}`), undoId)
    },
    onError: (error) => sayFailure(t('group.notSaved'), error),
    onSettled: () => reloadAfter(client),
  })
}

const withHidden = (group: AdminGroup, imageId: number, hidden: boolean): AdminGroup => ({
  ...group,
  images: group.images.map((image) =>
    image.id === imageId
      ? {
          ...image,
          hidden,
          hiddenReason: hidden ? (image.hiddenReason ?? 'moderator') : null,
          moderationNote: hidden ? image.moderationNote : null,
        }
      : image,
  ),
})
