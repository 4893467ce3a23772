import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'

export const requestStatus = (requestId: string) =>
  queryOptions({
    queryKey: ['removal-request', requestId],
    queryFn: ({ signal }) => call('GET /api/removal-requests/{requestId}', { params: { requestId }, signal }),
  })
