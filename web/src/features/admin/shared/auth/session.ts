import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'

export type AdminUser = Answer<'GET /auth/csrf-token'>['user']

/** As a login or the page has loaded it. */
type OpenSession = Omit<Answer<'POST /auth/login'>, 'success'> &
  Partial<Pick<Answer<'GET /auth/csrf-token'>, 'contentVersion'>>

type Session =
  | { readonly state: 'setup'; readonly needsCode: boolean }
  /** `ended`: there was one until just now. */
  | { readonly state: 'login'; readonly ended?: boolean }
  | ({ readonly state: 'open' } & OpenSession)

export const session = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Session> => {
    const { needsSetup, hasSession, needsSetupCode } = await call('GET /auth/setup/status', { signal })
    if (needsSetup) return { state: 'setup', needsCode: needsSetupCode }
    if (!hasSession) return { state: 'login' }
    return { state: 'open', ...(await call('GET /auth/csrf-token', { signal })) }
  },
})

const set = (next: Session) => queryClient.setQueryData<Session>(session.queryKey, next)

export const openSession = (opened: OpenSession): void => {
  set({ state: 'open', ...opened })
}

/** What was loaded belongs to the session and goes with it. */
export const endSession = ({ ended = false } = {}): void => {
  set({ state: 'login', ended })
  queryClient.removeQueries({ queryKey: ['admin'] })
  forgetSession({ expired: ended })
}

const openNow = () => {
  const current = queryClient.getQueryData<Session>(session.queryKey)
  return current?.state === 'open' ? current : undefined
}

export const csrfToken = (): string => openNow()?.csrfToken ?? ''

export const currentAdmin = (): AdminUser | undefined => openNow()?.user

/** The number of the groups' changes before anything was loaded in the session; undefined after a login on this page. */
export const loadedVersion = (): number | undefined => openNow()?.contentVersion

/** Who is logged in. Only below the frame, which shows nothing without a session. */
export const useAdmin = (): AdminUser | undefined => {
  const { data } = useQuery(session)
  return data?.state === 'open' ? data.user : undefined
}

interface SessionEnd {
  /** Without a logout: the same person may go on after the next login. */
  readonly expired: boolean
}

const endings = new Set<(end: SessionEnd) => void>()

/** Registers what clears a page's data beside the queries when the session ends. */
export const onSessionEnd = (forget: (end: SessionEnd) => void): void => void endings.add(forget)

export const forgetSession = (end: SessionEnd): void => {
  for (const forget of endings) forget(end)
}
