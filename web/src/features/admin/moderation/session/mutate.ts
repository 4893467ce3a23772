import type { ParseKeys } from 'i18next'
import { queryClient } from '#web/api/query-client.ts'

const mutationKey = ['moderation']

const reload = () => {
  if (queryClient.isMutating({ mutationKey }) === 0) void queryClient.invalidateQueries({ queryKey: ['admin'] })
}

/**
 * Changes something on the server, one after another within a scope: an undo must not overtake its step. Everything is
 * loaded again after the last of several changes: an earlier answer would bring back what the others have just removed.
 */
export async function mutate<Answer>(scope: string, mutationFn: () => Promise<Answer>): Promise<Answer> {
  const options = { mutationKey, scope: { id: scope }, mutationFn }
  try {
    return await queryClient.getMutationCache().build(queryClient, options).execute(undefined)
  } finally {
    // After the caller has shown the answer.
    setTimeout(reload)
  }
}

/** What the session says about a change: the name of a text, and what belongs to it. */
export interface Report {
  readonly kind: 'success' | 'error' | 'announcement'
  readonly text: ParseKeys<'admin'>
  /** Of groups. */
  readonly count?: number
  readonly error?: unknown
  readonly undo?: (() => void) | undefined
}

let show: (report: Report) => void = () => undefined

/** The pages say how reports are shown. */
export const showReports = (as: typeof show): void => {
  show = as
}

export const report = (kind: Report['kind'], text: Report['text'], more: Omit<Report, 'kind' | 'text'> = {}): void =>
  show({ kind, text, ...more })
