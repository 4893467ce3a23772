import type { Moderator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { removalRequestNotFound } from '#server/domain/removal-request.ts'
import type { GroupRevisions } from '#server/groups/revisions.ts'
import type { Deps } from '#server/ports/deps.ts'
import { blockAddress } from './blocked-addresses.ts'
import { type DecisionDeps, decideRemovalRequest } from './decide-removal-request.ts'

const isDecidedAlready = (error: unknown) =>
  error instanceof AppError && ['REMOVAL_REQUEST_DECIDED', 'REMOVAL_REQUEST_NOT_FOUND'].includes(error.code)

/**
 * Accepts no further requests from the address of this one for a day, and refuses all its open ones: their photos are shown
 * again. Returns how many were open, and the revisions of their groups. AppError REMOVAL_REQUEST_NOT_FOUND, also when the address was deleted.
 */
export async function refuseRemovalAddress(
  deps: DecisionDeps & Pick<Deps, 'counters'>,
  moderator: Moderator,
  requestId: string,
): Promise<{ refused: number; revisions: GroupRevisions[] }> {
  const address = (await deps.database.removalRequests.find(requestId))?.address
  if (address === undefined || address === null) throw removalRequestNotFound()
  await blockAddress(deps, address)
  let refused = 0
  const revisions: GroupRevisions[] = []
  for (const { requestId } of await deps.database.removalRequests.openFromAddress(address)) {
    try {
      revisions.push(...(await decideRemovalRequest(deps, moderator, { requestId, decision: 'show_again' })))
      refused++
    } catch (error) {
      if (!isDecidedAlready(error)) throw error
    }
  }
  return { refused, revisions }
}
