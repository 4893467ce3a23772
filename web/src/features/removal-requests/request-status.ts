import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '#web/api/client.ts'

export const requestStatus = (requestId: string) =>
  queryOptions({
    queryKey: ['removal-request', requestId],
    queryFn: ({ signal }) => call('GET /api/removal-requests/{requestId}', { params: { requestId }, signal }),
  })

/** The key of what its page says. */
export const sentenceOf = ({ status, deadline }: Answer<'GET /api/removal-requests/{requestId}'>) => {
  if (status !== 'open') return status === 'refused' ? 'refused' : 'done'
  return Date.parse(deadline) < Date.now() ? 'overdue' : 'open'
}
