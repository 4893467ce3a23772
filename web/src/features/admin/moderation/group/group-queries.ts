import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'

export type AdminGroup = Answer<'GET /api/admin/groups/{groupId}'>

export const adminGroup = (groupId: string) =>
  queryOptions({
    queryKey: ['admin', 'groups', 'one', groupId],
    queryFn: ({ signal }) => adminCall('GET /api/admin/groups/{groupId}', { params: { groupId }, signal }),
    staleTime: 0,
  })

export const consentHistory = (groupId: string) =>
  queryOptions({
    queryKey: ['admin', 'groups', 'consents', groupId],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/groups/{groupId}/consent-history', { params: { groupId }, signal }),
    staleTime: 0,
  })
