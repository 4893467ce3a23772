import { type Route, urlOf } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { createLocalStore } from '#web/components/local-store.ts'
import { currentAdmin } from './auth/session.ts'

/** The slug of the exhibition that the admin pages are about; empty for all of them (D83). */
export const chosenExhibition = createLocalStore('werkschau-exhibition', '')
chosenExhibition.subscribe(() => void queryClient.resetQueries({ queryKey: ['admin'] }))

/** What the choice is about: the daily work and the overview, not logs, accounts and settings. */
const chosenFor = /^\/api\/admin\/(groups|consents|social-media|removal-requests|cleanup|overview)\b/

/** The choice as a query; routes that know no `exhibition` ignore it. Auditors have no switch that would show it. */
const choiceFor = (path: string): { exhibition?: string } => {
  const exhibition = chosenExhibition.get()
  const applies = exhibition !== '' && chosenFor.test(path) && currentAdmin()?.role !== 'auditor'
  return applies ? { exhibition } : {}
}

interface Given {
  readonly query?: Record<string, unknown>
}

/** The input of a call, with the choice for what it reads. */
export const withChoice = (route: Route, input: unknown): Given => {
  const given: Given = input ?? {}
  const [method, path = ''] = route.split(' ')
  return method === 'GET' ? { ...given, query: { ...choiceFor(path), ...given.query } } : given
}

/** Like `urlOf`, for a download; with the choice. */
export const adminUrlOf: typeof urlOf = (path, input) =>
  urlOf(path, { ...input, query: { ...choiceFor(path), ...input.query } })
