import type { Moderator } from '#server/domain/caller.ts'
import { isInNetworks } from '#server/domain/hosts/networks.ts'
import { removalRequestNotFound } from '#server/domain/removal-request.ts'
import type { Deps } from '#server/ports/deps.ts'
import { blockAddress } from './blocked-addresses.ts'

/**
 * Closes the open requests of this one's address as refused, but none for a child, and accepts no further ones from it for
 * a day unless many people share it (D94). Their photos stay hidden until a moderator decides on them. Returns how many
 * were open. AppError REMOVAL_REQUEST_NOT_FOUND, also when the address was deleted.
 */
export async function refuseRemovalAddress(
  deps: Pick<Deps, 'config' | 'counters' | 'database' | 'clock'>,
  moderator: Moderator,
  requestId: string,
): Promise<{ refused: number; blocked: boolean }> {
  const address = (await deps.database.removalRequests.find(requestId))?.address
  if (address === undefined || address === null) throw removalRequestNotFound()
  const blocked = !isInNetworks(address.replace(/\/64$/, ''), deps.config.sharedNetworks)
  if (blocked) await blockAddress(deps, address)
  const decidedAt = deps.clock.now().toISOString()
  const decided = { decision: 'show_again', note: null, decidedAt, decidedBy: moderator.username } as const
  const refused = await deps.database.transaction(async (tx) => {
    const open = await tx.removalRequests.openFromAddress(address)
    const others = open.filter(({ reason }) => reason !== 'my_child')
    for (const each of others) await tx.removalRequests.decide(each.requestId, decided)
    return others.length
  })
  return { refused, blocked }
}
