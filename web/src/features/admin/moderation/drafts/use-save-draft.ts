import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isLeaving } from '#web/features/admin/moderation/decisions/leaving.ts'
import { inTurn } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { draftOf } from './drafts.ts'
import { saveDraft } from './save-draft.ts'

/** Loads the groups again, unless a decision is on its way, which does that: the list would show what has just left it. */
export const reloadUnlessDeciding = (client: QueryClient): Promise<void> | undefined =>
  client.isMutating({ mutationKey: inTurn.mutationKey }) > 0
    ? undefined
    : client.invalidateQueries({ queryKey: ['admin', 'groups'] })

/** Saves what was typed about a group that is being left. What is refused stays typed. */
export const useSaveDraft = (): ((groupId: string) => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (groupId: string) => saveDraft(groupId),
    onError: (error) => sayFailure(t('drafts.notSaved'), error),
    onSettled: () => reloadUnlessDeciding(client),
  })
  return (groupId) => {
    const { texts, captions } = draftOf(groupId)
    if (isLeaving(groupId) || Object.keys(texts).length + Object.keys(captions).length === 0) return
    mutate(groupId)
  }
}
