import { queryOptions } from '@tanstack/react-query'
import type { RemovalDecision } from '#contract/removal-requests.ts'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export type Request = Answer<'GET /api/admin/removal-requests'>['requests'][number]

/** In the order of their keys. */
export const decisions = ['remove', 'keep_hidden', 'redact', 'show_again'] as const

/** Where no photo was found, a request is done or refused. */
export const decisionsOn = ({ imageId }: Pick<Request, 'imageId'>): readonly RemovalDecision[] =>
  imageId === null ? ['remove', 'show_again'] : decisions

/** Requests that hide nothing change no group, so no event reports them: the page polls. */
const askAgainMs = 30_000

export const openRequests = queryOptions({
  queryKey: ['admin', 'removal-requests'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/removal-requests', { query: { status: 'open' }, signal }),
  refetchInterval: askAgainMs,
})

export const useDecide = ({ requestId, imageId }: Request) => {
  const { t } = useTexts()
  return useAction({
    run: async ({ decision, note }: { readonly decision: RemovalDecision; readonly note: string }) => {
      const body = { decision, ...(note && { note }) }
      await adminCall('PATCH /api/admin/removal-requests/{requestId}', { params: { requestId }, body })
      return imageId === null && decision === 'remove' ? 'done' : decision
    },
    done: (decided) => t(`removalRequests.decided.${decided}`),
    failed: t('removalRequests.failed'),
  }).mutate
}

export const useRefuseAddress = () => {
  const { t } = useTexts()
  return useAction({
    run: (requestId: string) =>
      adminCall('POST /api/admin/removal-requests/{requestId}/refuse-address', { params: { requestId } }),
    done: ({ refused }) => t('removalRequests.addressRefused', { count: refused }),
    failed: t('removalRequests.failed'),
  }).mutate
}
