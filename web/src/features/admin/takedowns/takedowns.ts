import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone, sayFailure } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export type Takedown = Answer<'GET /api/admin/consents/takedowns'>['takedowns'][number]

export const takedowns = queryOptions({
  queryKey: ['admin', 'takedowns'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/consents/takedowns', { query: {}, signal }),
})

const isSame = (a: Takedown, b: Takedown) => a.groupId === b.groupId && a.platformId === b.platformId

/** Marks a takedown as done or not. The list shows it at once; what fails goes back. */
export const useMarkTakedown = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  const put = (changed: Takedown) =>
    client.setQueryData(
      takedowns.queryKey,
      (now) => now && { ...now, takedowns: now.takedowns.map((one) => (isSame(one, changed) ? changed : one)) },
    )
  const { mutate } = useMutation({
    mutationFn: ({ groupId, platformId, done }: Takedown) =>
      adminCall('PATCH /api/admin/consents/takedowns/{groupId}/{platformId}', {
        params: { groupId, platformId: String(platformId) },
        body: { done },
      }),
    onMutate: (changed) => void put(changed),
    onSuccess: ({ takedown }) => {
      put(takedown)
      sayDone(t(takedown.done ? 'takedowns.markedDone' : 'takedowns.markedOpen'))
    },
    onError: (error, changed) => {
      put({ ...changed, done: !changed.done })
      sayFailure(t('takedowns.failed'), error)
    },
  })
  return mutate
}
