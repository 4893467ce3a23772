import { useQueryClient } from '@tanstack/react-query'
import type { Region } from '#contract/shapes.ts'
import { reloadAfter } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Makes regions of a photo unrecoverable. The dialog shows what it rejects with. */
export const useRedact = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  return async (groupId: string, imageId: number, regions: Region[]): Promise<void> => {
    await adminCall('POST /api/admin/groups/{groupId}/images/{imageId}/redactions', {
      params: { groupId, imageId: String(imageId) },
      body: { regions },
    })
    sayDone(t('group.redacted'))
    reloadAfter(client)
  }
}
