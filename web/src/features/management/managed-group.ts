import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'

export type ManagedGroup = Answer<'GET /api/manage/{token}'>['data']
export type ManagedImage = ManagedGroup['images'][number]
export type PlatformConsent = ManagedGroup['socialMediaConsents'][number]

/** Asked once: requests are few (D19). What is changed here is written into the copy, not read again. */
export const managedGroup = (token: string) =>
  queryOptions({
    queryKey: ['managed-group', token],
    queryFn: ({ signal }) => call('GET /api/manage/{token}', { params: { token }, signal }).then(({ data }) => data),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

/** Writes what the server has taken into the copy. */
export const patchGroup = (token: string, patch: (group: ManagedGroup) => Partial<ManagedGroup>): void => {
  queryClient.setQueryData(managedGroup(token).queryKey, (group) => group && { ...group, ...patch(group) })
}
