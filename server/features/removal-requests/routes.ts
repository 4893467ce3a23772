import type { RouteOptions } from 'fastify'
import { originalPath, previewPath } from '#contract/images/image-paths.ts'
import { limits } from '#contract/limits.ts'
import type { Body } from '#contract/operation/operation.ts'
import * as contract from '#contract/removal-requests.ts'
import type { Moderator } from '#server/domain/caller.ts'
import { AppError, orThrow } from '#server/domain/errors.ts'
import { type Group, type Image, isShown } from '#server/domain/group.ts'
import { scopeOf } from '#server/domain/group-scope.ts'
import { isInNetworks } from '#server/domain/hosts/hosts.ts'
import {
  keepsHidden,
  type RemovalRequest,
  removalRequestNotFound,
  statusOfRequest,
} from '#server/domain/removal-request.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { type GroupRevisions, groupRevisionsSince } from '#server/groups/change-group.ts'
import { deleteGroupRows } from '#server/groups/delete-group.ts'
import { deleteImageRow } from '#server/groups/delete-image.ts'
import { hideImage, showIfNoLongerRequested } from '#server/groups/hide-image.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import { childRemovalRule, limitRequests, rateLimited, removalRequestRule } from '#server/http/rate-limits.ts'
import type { Route } from '#server/http/route.ts'
import type { CountingRule } from '#server/ports/counters.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { ListedRemovalRequest } from '#server/ports/removal-requests.ts'
import { createRemovalRequest } from './create-removal-request.ts'

export function removalRequestRoutes(route: Route, plainPages: Pick<RouteOptions, 'onSend'>): void {
  visitorRoutes(route, plainPages)
  moderatorRoutes(route)
}

function visitorRoutes(route: Route, plainPages: Pick<RouteOptions, 'onSend'>): void {
  route(contract.createRemovalRequest, plainPages, async ({ deps, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const address = countedAddress(clientAddress(request))
    // What others at this address have sent keeps no parent from hiding a photo (D94).
    const isForChild = body.reason === 'my_child'
    if (!isForChild) await refuseBlocked(deps, address)
    await limitRequests(deps, isForChild ? childRemovalRule : removalRequestRule, { request, reply })
    const { requestId } = await createRemovalRequest(deps, body, address)
    const statusUrl = `${siteUrl(request, deps.config)}/removal-requests/${requestId}`
    return { requestId, statusUrl }
  })

  route(contract.getRemovalRequest, async ({ deps, params, reply }) => {
    reply.header('cache-control', 'no-store')
    const found = orThrow(await deps.database.removalRequests.find(params.requestId), removalRequestNotFound)
    const { requestId, createdAt, deadline, decidedAt, note } = found
    return { requestId, status: statusOfRequest(found), createdAt, deadline, decidedAt, note }
  })
}

function moderatorRoutes(route: Route): void {
  route(contract.listRemovalRequests, async ({ deps, query, scope }) => {
    const { status, limit = limits.listDefault } = query
    const { removalRequests } = deps.database
    const requests = (await removalRequests.list({ scope, status, limit })).map(presentRemovalRequest)
    return { requests, total: await removalRequests.count({ scope, status }) }
  })

  route(contract.decideRemovalRequest, async ({ deps, params: { requestId }, body, caller: moderator, scope }) => {
    const revisions = await decideRemovalRequest(deps, moderator, { ...body, requestId })
    const decided = orThrow(await deps.database.removalRequests.listed(requestId, scope), removalRequestNotFound)
    return { message: 'The decision is saved', request: presentRemovalRequest(decided), revisions }
  })

  route(contract.refuseRemovalAddress, async ({ deps, params: { requestId }, caller: moderator }) => {
    const result = await refuseRemovalAddress(deps, moderator, requestId)
    const further = result.blocked ? 'are refused for 24 hours' : 'are accepted: many people share it'
    return { message: `${result.refused} requests refused; further ones from this address ${further}`, ...result }
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

/** AppError RATE_LIMITED for an address that a moderator has blocked within the last day. */
async function refuseBlocked({ counters }: Pick<Deps, 'counters'>, address: string): Promise<void> {
  const { used, resetSeconds } = await counters.read(blockRule, address)
  if (used > 0) throw rateLimited('Removal requests from this address are not accepted at the moment', resetSeconds, 0)
}

/**
 * Closes the open requests of this one's address as refused, and accepts no further ones from it for a day unless many
 * people share it; none for a child (D94). A moderator of some exhibitions closes those about their photos, and blocks
 * nobody for the others (D84). Their photos stay hidden until a moderator decides on them. Returns how many
 * were open. AppError REMOVAL_REQUEST_NOT_FOUND, also when the address was deleted.
 */
async function refuseRemovalAddress(
  deps: Pick<Deps, 'config' | 'counters' | 'database' | 'clock'>,
  moderator: Moderator,
  requestId: string,
): Promise<{ refused: number; blocked: boolean }> {
  const scope = scopeOf(moderator)
  const address = (await deps.database.removalRequests.listed(requestId, scope))?.address
  if (address === undefined || address === null) throw removalRequestNotFound()
  const isShared = isInNetworks(address.replace(/\/64$/, ''), deps.config.sharedNetworks)
  const blocked = scope === 'all' && !isShared
  if (blocked) await deps.counters.count(blockRule, address)
  const decidedAt = deps.clock.now().toISOString()
  const decided = { decision: 'show_again', note: null, decidedAt, decidedBy: moderator.username } as const
  const refused = await deps.database.transaction(async (tx) => {
    const open = await tx.removalRequests.openFromAddress(address, scope)
    let count = 0
    for (const { requestId, reason } of open) {
      if (reason !== 'my_child' && (await tx.removalRequests.decide(requestId, decided))) count += 1
    }
    return count
  })
  return { refused, blocked }
}

type DecisionDeps = Pick<Deps, 'config' | 'settings' | 'database' | 'files' | 'clock' | 'log'>
type Wanted = Body<typeof contract.decideRemovalRequest> & { readonly requestId: string }

/**
 * Decides an open request and does to the photo what was decided, in one transaction. Returns the revisions of its group.
 * AppError REMOVAL_REQUEST_NOT_FOUND, REMOVAL_REQUEST_DECIDED, TEXT_TOO_LONG.
 */
async function decideRemovalRequest(
  deps: DecisionDeps,
  moderator: Moderator,
  { requestId, decision, note }: Wanted,
): Promise<GroupRevisions[]> {
  const decided = {
    decision,
    note: optionalText('note', note, limits.moderationNote),
    decidedAt: deps.clock.now().toISOString(),
    decidedBy: moderator.username,
  }
  const { files, revisions } = await deps.database.transaction(async (tx) => {
    const { request, group, images } = await lockOpen(tx, moderator, requestId)
    if (!(await tx.removalRequests.decide(requestId, decided))) throw alreadyDecided()
    const image = images.find(({ id }) => id === request.imageId)
    if (group === undefined || image === undefined) return { files: [], revisions: [] }
    const files = await carryOut(deps, tx, { request: { ...request, ...decided }, image, images, moderator })
    return { files, revisions: await groupRevisionsSince(tx, group) }
  })
  await removeFilesNow(deps, files)
  return revisions
}

const alreadyDecided = () => new AppError('REMOVAL_REQUEST_DECIDED', 'The removal request has been decided already')

/** The group's lock comes first, as everywhere: two moderators decide one after the other. */
async function lockOpen(
  tx: Transaction,
  moderator: Moderator,
  requestId: string,
): Promise<{ request: RemovalRequest; group: Group | undefined; images: readonly Image[] }> {
  const known = await tx.removalRequests.find(requestId)
  const group = known?.groupId ? await tx.groups.lock(known.groupId) : undefined
  const found = orThrow(await tx.removalRequests.listed(requestId, scopeOf(moderator)), removalRequestNotFound)
  if (found.decision !== null) throw alreadyDecided()
  return { request: found, group, images: group === undefined ? [] : await tx.images.ofGroup(group.groupId) }
}

interface Target {
  readonly image: Image
  readonly images: readonly Image[]
  readonly moderator: Moderator
}

/** Returns the files to remove after the commit. */
async function carryOut(
  deps: DecisionDeps,
  tx: Transaction,
  { request, ...target }: Target & { readonly request: RemovalRequest & { readonly decidedAt: string } },
): Promise<readonly FileName[]> {
  if (request.decision === 'remove') return remove(deps, tx, target)
  if (request.decision !== 'show_again') {
    const { id: imageId, groupId } = target.image
    await hide(tx, target.image, request)
    await tx.takedowns.orderForImage(groupId, { imageId, at: request.decidedAt })
  }
  await showIfNoLongerRequested(tx, target.image)
  return []
}

async function hide(tx: Transaction, image: Image, request: RemovalRequest): Promise<void> {
  if (!isShown(image) || !keepsHidden(request)) return
  await hideImage(tx, image, { hiddenReason: 'removal_request', moderationNote: null })
}

/** Deletes the group with its only photo. */
async function remove(
  deps: DecisionDeps,
  tx: Transaction,
  { image: { id: imageId, groupId }, images, moderator }: Target,
): Promise<FileName[]> {
  const target = { groupId, moderator }
  if (images.length === 1) return (await deleteGroupRows(deps, tx, target)).files
  return (await deleteImageRow(deps, tx, { target, imageId })).files
}
