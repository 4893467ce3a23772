import { limits } from '#contract/limits.ts'
import * as contract from '#contract/removal-requests.ts'
import { removalRequestNotFound, statusOfRequest } from '#server/domain/removal-request.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import { limitRequests, removalRequestRule } from '#server/http/rate-limits.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import type { Deps } from '#server/ports/deps.ts'
import { refuseBlocked } from './blocked-addresses.ts'
import { createRemovalRequest } from './create-removal-request.ts'
import { decideRemovalRequest } from './decide-removal-request.ts'
import { presentRemovalRequest } from './present-removal-request.ts'
import { refuseRemovalAddress } from './refuse-removal-address.ts'

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
