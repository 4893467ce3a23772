import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import type { QueueSearch } from './queue-search.ts'

export type AdminGroup = Answer<'GET /api/admin/groups/{groupId}'>
export type AdminImage = AdminGroup['images'][number]
export type GroupsPage = Answer<'GET /api/admin/groups'>
export type ListedGroup = GroupsPage['groups'][number]
/** As a list or the group's own page shows it. */
export type SeenGroup = ListedGroup | AdminGroup

export const pageSize = 30

/** One page of the queue. What is deleted next comes first, where something is deleted at all. */
export const groupsPage = ({ status = 'pending', q, consent, alike, page = 1 }: QueueSearch) =>
  queryOptions({
    queryKey: ['admin', 'groups', 'page', { status, q, consent, alike, page }],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/groups', {
        signal,
        query: {
          ...(status !== 'all' && { status }),
          ...(q && { search: q }),
          ...(consent && { consents: consent }),
          ...(alike && { alikeTo: alike }),
          order: status === 'pending' ? 'deadline' : 'newest',
          limit: pageSize,
          offset: (page - 1) * pageSize,
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

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
