import { useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '#web/components/announcer.tsx'
import { saveDraft } from '#web/features/admin/moderation/drafts/save-draft.ts'
import { reloadUnlessDeciding } from '#web/features/admin/moderation/drafts/use-save-draft.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface Effects {
  /** The photos are as they were. */
  readonly onRefused: () => void
}

/** Saves one change after the other, and loads the group again after the last. */
export const usePhotoMutations = (groupId: string, { onRefused }: Effects) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const mutationKey = ['photos', groupId]
  const shared = {
    mutationKey,
    scope: { id: `photos-${groupId}` },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return
      return reloadUnlessDeciding(client)
    },
  }
  const refuse = (error: Error) => {
    onRefused()
    sayFailure(t('group.notSaved'), error)
  }
  const { mutate: reorder } = useMutation({
    ...shared,
    mutationFn: (imageIds: number[]) =>
      adminCall('PUT /api/admin/groups/{groupId}/reorder', { params: { groupId }, body: { imageIds } }),
    onError: refuse,
  })
  const { mutate: describe } = useMutation({
    ...shared,
    mutationFn: (id: string) =>
      saveDraft(groupId, ({ captions: { [id]: text } }) => ({
        texts: {},
        captions: text === undefined ? {} : { [id]: text },
      })),
    onSuccess: () => announce(t('group.saved')),
    // The text stays where it was typed.
    onError: (error) => sayFailure(t('group.captionNotSaved'), error),
  })
  return { reorder, describe }
}
