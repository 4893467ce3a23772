import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'

export type ManagedGroup = Answer<'GET /api/manage/{token}'>['data']
export type PlatformConsent = ManagedGroup['socialMediaConsents'][number]

/** Loaded once: the number of requests is limited (D19), and every change answers with the group. */
export const managedGroup = (token: string) =>
  queryOptions({
    queryKey: ['managed-group', token],
    queryFn: ({ signal }) => call('GET /api/manage/{token}', { params: { token }, signal }).then(({ data }) => data),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

/** Shows the group that a change has answered with. */
export const setGroup = (token: string, { group }: { readonly group: ManagedGroup }): void => {
  queryClient.setQueryData(managedGroup(token).queryKey, group)
}

export const reloadGroup = (token: string): Promise<void> =>
  queryClient.refetchQueries({ queryKey: managedGroup(token).queryKey }, { throwOnError: true })
