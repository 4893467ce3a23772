import { originalPath, previewPath } from '#contract/images/image-paths.ts'
import { limits } from '#contract/limits.ts'
import * as contract from '#contract/removal-requests.ts'
import type { Moderator } from '#server/domain/caller.ts'
import { isInNetworks } from '#server/domain/hosts/hosts.ts'
import { removalRequestNotFound, statusOfRequest } from '#server/domain/removal-request.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import { limitRequests, rateLimited, removalRequestRule } from '#server/http/rate-limits.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/route.ts'
import type { CountingRule } from '#server/ports/counters.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ListedRemovalRequest } from '#server/ports/removal-requests.ts'
import { createRemovalRequest } from './create-removal-request.ts'
import { decideRemovalRequest } from './decide-removal-request.ts'

export function removalRequestRoutes(route: Route): void {
  visitorRoutes(route)
  moderatorRoutes(route)
}

function visitorRoutes(route: Route): void {
  route(contract.createRemovalRequest, async ({ deps, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const address = countedAddress(clientAddress(request))
    await refuseBlocked(deps, address)
    await limitRequests(deps, removalRequestRule, { request, reply })
    const { requestId } = await createRemovalRequest(deps, body, address)
    const statusUrl = `${siteUrl(request, deps.config)}/removal-requests/${requestId}`
    return { success: true as const, requestId, statusUrl }
  })

  route(contract.getRemovalRequest, async ({ deps, params, reply }) => {
    reply.header('cache-control', 'no-store')
    const found = await deps.database.removalRequests.find(params.requestId)
    if (found === undefined) throw removalRequestNotFound()
    const { requestId, createdAt, deadline, decidedAt, note } = found
    return { requestId, status: statusOfRequest(found), createdAt, deadline, decidedAt, note }
  })
}

async function listed({ database }: Pick<Deps, 'database'>, requestId: string): Promise<contract.RemovalRequest> {
  const request = await database.removalRequests.listed(requestId)
  if (request === undefined) throw removalRequestNotFound()
  return presentRemovalRequest(request)
}

function moderatorRoutes(route: Route): void {
  route(contract.listRemovalRequests, async ({ deps, query: { status, limit = limits.listDefault } }) => {
    const { removalRequests } = deps.database
    const requests = (await removalRequests.list({ status, limit })).map(presentRemovalRequest)
    return { success: true as const, requests, total: await removalRequests.count(status) }
  })

  route(contract.decideRemovalRequest, async ({ deps, params: { requestId }, body, caller: moderator }) => {
    const revisions = await decideRemovalRequest(deps, moderator, { ...body, requestId })
    return { ...success('The decision is saved'), request: await listed(deps, requestId), revisions }
  })

  route(contract.refuseRemovalAddress, async ({ deps, params: { requestId }, caller: moderator }) => {
    const result = await refuseRemovalAddress(deps, moderator, requestId)
    const further = result.blocked ? 'are refused for 24 hours' : 'are accepted: many people share it'
    return { ...success(`${result.refused} requests refused; further ones from this address ${further}`), ...result }
  })
}

/** For moderators: without the address. */
function presentRemovalRequest(listed: ListedRemovalRequest): contract.RemovalRequest {
  const { address: _, redactedAt, previewName, fileName, isHidden, ...request } = listed
  return {
    ...request,
    status: statusOfRequest(request),
    previewPath: previewName === null ? null : previewPath(previewName),
    filePath: fileName === null ? null : originalPath(fileName),
    hidden: isHidden,
    redacted: redactedAt !== null,
  }
}

/** Addresses that a moderator has blocked: one count is enough. */
const blockRule: CountingRule = { name: 'removal-blocked', limit: 1, windowSeconds: 24 * 60 * 60 }

async function blockAddress({ counters }: Pick<Deps, 'counters'>, address: string): Promise<void> {
  await counters.count(blockRule, address)
}

/** AppError RATE_LIMITED for an address that a moderator has blocked within the last day. */
async function refuseBlocked({ counters }: Pick<Deps, 'counters'>, address: string): Promise<void> {
  const { used, resetSeconds } = await counters.read(blockRule, address)
  if (used > 0) throw rateLimited('Removal requests from this address are not accepted at the moment', resetSeconds, 0)
}

/**
 * Closes the open requests of this one's address as refused, but none for a child, and accepts no further ones from it for
 * a day unless many people share it (D94). Their photos stay hidden until a moderator decides on them. Returns how many
 * were open. AppError REMOVAL_REQUEST_NOT_FOUND, also when the address was deleted.
 */
async function refuseRemovalAddress(
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
