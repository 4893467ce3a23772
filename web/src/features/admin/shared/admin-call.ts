import { queryOptions } from '@tanstack/react-query'
import { ApiError, isCode } from '#web/api/api-error.ts'
import { call, type Route } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { askForPassword } from './auth/ask-for-password.ts'
import { csrfToken, endSession, session } from './auth/session.ts'
import { withChoice } from './chosen-exhibition.ts'
import { type Revisions, recordOwnChange, recordOwnRevisions } from './live-updates/own-changes.ts'

/** Like `call`, with the session's CSRF token. A session that has ended leads back to the login. */
export const sessionCall: typeof call = async (route, ...[input]) => {
  try {
    const answer = await call(route, { ...withChoice(route, input), headers: { 'x-csrf-token': csrfToken() } } as never)
    if (!route.startsWith('GET ')) recordChange(input, answer)
    return answer
  } catch (error) {
    if (isCode(error, 'SESSION_REQUIRED')) endSession({ ended: true })
    if (
      error instanceof ApiError &&
      ['CSRF_INVALID', 'PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_MISSING'].includes(error.code)
    )
      void queryClient.invalidateQueries({ queryKey: session.queryKey })
    throw error
  }
}

const recordChange = (input: unknown, answer: unknown): void => {
  if (hasGroupRevisions(answer)) {
    for (const { groupId, ...change } of answer.revisions) recordOwnRevisions(groupId, change)
    return
  }
  const { params }: { params?: Readonly<Record<string, unknown>> } = input ?? {}
  if (typeof params?.groupId !== 'string') return
  if (hasRevisions(answer)) recordOwnRevisions(params.groupId, answer)
  else recordOwnChange(params.groupId)
}

const hasRevisions = (answer: unknown): answer is Revisions =>
  typeof answer === 'object' && answer !== null && 'previousRevision' in answer

const hasGroupRevisions = (answer: unknown): answer is { revisions: readonly (Revisions & { groupId: string })[] } =>
  typeof answer === 'object' && answer !== null && 'revisions' in answer && Array.isArray(answer.revisions)

/** Like `sessionCall`; asks for the password when the server requires it again. */
export const adminCall: typeof call = async (route, ...[input]) => {
  try {
    return await sessionCall(route, ...([input] as never))
  } catch (error) {
    if (isCode(error, 'REAUTHENTICATION_REQUIRED') && (await askForPassword()))
      return adminCall(route, ...([input] as never))
    throw error
  }
}

/**
 * What a page loads, by a name and what belongs to it. All keys begin with `admin`: a change makes everything stale, and the
 * end of the session removes it.
 */
export const adminQuery = <R extends Route>(key: readonly unknown[], ...[route, input]: Parameters<typeof call<R>>) =>
  queryOptions({
    queryKey: ['admin', ...key],
    queryFn: ({ signal }) => adminCall(route, ...([{ ...input, signal }] as never)),
  })
