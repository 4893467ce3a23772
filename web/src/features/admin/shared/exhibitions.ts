import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from './admin-call.ts'
import { useAdmin } from './auth/session.ts'
import { chosenExhibition } from './chosen-exhibition.ts'

export type Exhibition = Answer<'GET /api/admin/exhibitions'>['exhibitions'][number]

export const mainExhibition = 'main'

/** Newest first, `main` last. */
export const exhibitionsQuery = queryOptions({
  queryKey: ['admin', 'exhibitions'],
  queryFn: async ({ signal }) => (await adminCall('GET /api/admin/exhibitions', { signal })).exhibitions,
})

const none: readonly Exhibition[] = []

/** All exhibitions; none while there is only one, because then no page speaks of them (D83). */
export const useExhibitions = (): readonly Exhibition[] => {
  const role = useAdmin()?.role
  const { data = none } = useQuery({ ...exhibitionsQuery, enabled: role === 'admin' || role === 'moderator' })
  return data.length > 1 ? data : none
}

/** The exhibitions of a limited account (D84); none when it sees all. */
export const useOwnExhibitions = (): readonly Exhibition[] => {
  const user = useAdmin()
  const { data = none } = useQuery({ ...exhibitionsQuery, enabled: user?.role === 'moderator' })
  return user?.exhibitionIds ? data : none
}

/** Whether lists have groups of several exhibitions, and say of which each one is. */
export const useMixedExhibitions = (): boolean => {
  const chosen = useSelector(chosenExhibition)
  return useExhibitions().length > 0 && chosen === ''
}
