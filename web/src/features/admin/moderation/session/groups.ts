import { keepPreviousData } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { adminQuery } from '#web/features/admin/shared/admin-call.ts'
import type { QueueSearch } from './queue-search.ts'

export type AdminGroup = Answer<'GET /api/admin/groups/{groupId}'>
export type AdminImage = AdminGroup['images'][number]
export type GroupsPage = Answer<'GET /api/admin/groups'>
export type ListedGroup = GroupsPage['groups'][number]
/** As a list or the group's own page shows it. */
export type SeenGroup = ListedGroup | AdminGroup

export const pageSize = 30

/** One page of the queue. What is deleted next comes first, where something is deleted at all. */
export const groupsPage = ({ status = 'pending', q, consent, alike, page = 1 }: QueueSearch) => ({
  ...adminQuery(['groups', 'page', { status, q, consent, alike, page }], 'GET /api/admin/groups', {
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

export const adminGroup = (groupId: string) => ({
  ...adminQuery(['groups', 'one', groupId], 'GET /api/admin/groups/{groupId}', { params: { groupId } }),
  staleTime: 0,
})

export const consentHistory = (groupId: string) => ({
  ...adminQuery(['groups', 'consents', groupId], 'GET /api/admin/groups/{groupId}/consent-history', {
    params: { groupId },
  }),
  staleTime: 0,
})
