import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { sessionCall } from '#web/features/admin/shared/admin-call.ts'

type Listed = Answer<'GET /api/admin/account/factors'>
export type Factor = Listed['factors'][number]
type Factors = Pick<Listed, 'factors' | 'recoveryCodesLeft'>

/** `locked` where the server requires the password first: opening the page alone does not ask for it. */
export const ownFactors = queryOptions({
  queryKey: ['admin', 'factors'],
  queryFn: async ({ signal }): Promise<Factors | 'locked'> => {
    const { isConfirmed } = await sessionCall('GET /auth/csrf-token', { signal })
    return isConfirmed ? sessionCall('GET /api/admin/account/factors', { signal }) : 'locked'
  },
})

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[')

/** Browsers create passkeys on secure pages only, and for host names, not for IP addresses. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'credentials' in navigator && !isAddress(window.location.hostname)
