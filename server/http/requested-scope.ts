import type { FastifyRequest } from 'fastify'
import { asksForExhibition, type Operation } from '#contract/operation/operation.ts'
import type { SessionUser } from '#server/domain/caller.ts'
import { type GroupScope, narrowedTo, scopeOf } from '#server/domain/group-scope.ts'
import type { Deps } from '#server/ports/deps.ts'

/**
 * The groups that a request with a session is about: those of the account (D84), and of these the ones of
 * `?exhibition=<slug>` where the operation knows it (D83). One that has ended is an exhibition like any other here.
 * AppError EXHIBITION_NOT_FOUND.
 */
export async function requestedScope(
  { exhibitions }: Pick<Deps, 'exhibitions'>,
  { caller, query }: FastifyRequest,
  operation: Operation,
): Promise<GroupScope> {
  const own = scopeOf(caller as SessionUser | undefined)
  const { exhibition: slug } = query as { readonly exhibition?: string }
  if (slug === undefined || !asksForExhibition(operation)) return own
  // Another replica may have added it just now.
  if (exhibitions.withSlug(slug) === undefined) await exhibitions.refresh()
  return narrowedTo(own, exhibitions.withSlug(slug)?.id)
}
