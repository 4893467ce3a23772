import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export type PressGroup = Answer<'GET /api/admin/social-media/platforms/{id}/groups'>['groups'][number]

/** What may be posted on a platform. */
export const pressGroups = (platformId: number) =>
  queryOptions({
    queryKey: ['admin', 'groups', 'press', platformId],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/social-media/platforms/{id}/groups', { params: { id: String(platformId) }, signal }),
  })

/** Records where a group was posted. */
export const useRecordPosting = (platformId: number, onDone: () => void) => {
  const { t } = useTexts()
  return useAction({
    run: ({ groupId, url }: { groupId: string; url: string }) =>
      adminCall('POST /api/admin/groups/{groupId}/postings', { params: { groupId }, body: { platformId, url } }),
    done: () => {
      onDone()
      return t('press.recorded')
    },
  })
}
