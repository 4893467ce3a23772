import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { notifyError, notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { type Takedowns, takedowns } from '#web/features/admin/shared/takedowns.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export type Takedown = Takedowns['takedowns'][number]

const isSame = (a: Takedown, b: Takedown) => a.takedownId === b.takedownId

/** Marks a takedown as done or not. The list shows it immediately, and reverts it if the request fails. */
export const useMarkTakedown = () => {
  const { t } = useTexts()
  const client = useQueryClient()
  const put = (changed: Takedown) =>
    client.setQueryData(
      takedowns.queryKey,
      (now) => now && { ...now, takedowns: now.takedowns.map((one) => (isSame(one, changed) ? changed : one)) },
    )
  const { mutate } = useMutation({
    mutationFn: ({ takedownId, done }: Takedown) =>
      adminCall('PATCH /api/admin/consents/takedowns/{takedownId}', { params: { takedownId }, body: { done } }),
    onMutate: (changed) => void put(changed),
    onSuccess: ({ takedown }) => {
      put(takedown)
      notifySuccess(t(takedown.done ? 'takedowns.markedDone' : 'takedowns.markedOpen'))
    },
    onError: (error, changed) => {
      put({ ...changed, done: !changed.done })
      notifyError(t('takedowns.failed'), error)
    },
  })
  return mutate
}
