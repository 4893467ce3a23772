import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Body } from '#contract/operation/operation.ts'
import type { createRemovalRequest as contract } from '#contract/removal-requests.ts'
import { invalidBody } from '#server/domain/errors.ts'
import { type Group, type Image, isPublic, isShown } from '#server/domain/group.ts'
import { imageIdOfCode, photoCodeOf } from '#server/domain/photo-code.ts'
import { mayHideAtOnce, type RemovalRequest } from '#server/domain/removal-request.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { hideImage } from '#server/groups/hide-image.ts'
import { groupFacts, notify } from '#server/groups/notify.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'

type RequestDeps = Pick<Deps, 'database' | 'counters' | 'clock' | 'config' | 'settings'>
type Wanted = Body<typeof contract>

/** Photos that the requests of one address hide before a decision; those for a child have a budget of their own (D94). */
const hidingRule = { name: 'removal-hiding', limit: limits.photosHiddenPerHour, windowSeconds: 60 * 60 }
const childRule = { name: 'removal-hiding-child', limit: limits.childPhotosHiddenPerHour, windowSeconds: 60 * 60 }

const hourMs = 60 * 60_000

/**
 * Stores a removal request and hides its photo where D94 says so. An address has one open request per photo, and beside it
 * one for a child: a second one is answered by the first. The answer does not reveal whether there is such a photo.
 * AppError INVALID_BODY when nothing says which photo, TEXT_TOO_LONG.
 */
export async function createRemovalRequest(
  deps: RequestDeps,
  wanted: Wanted,
  address: string,
): Promise<{ requestId: string }> {
  const request = newRequest(deps, wanted, address)
  const image = request.imageId === null ? undefined : await deps.database.images.find(request.imageId)
  // Before it uses up the address's budget.
  const earlier = await openRequest(deps.database, image, request)
  if (earlier) return earlier
  const wish = image === undefined ? 'none' : await wishFor(deps, image, request)
  return deps.database.transaction(async (tx) => {
    await tx.serviceState.lock('removal_requests')
    const same = await openRequest(tx, image, request)
    if (same === undefined) await keep(deps, tx, { request, image, wish })
    return same ?? request
  })
}

/**
 * The open request of the same address about the same photo that holds as firmly: only one for a child answers one for a
 * child. Also where there is no such photo, so that nobody learns that.
 */
async function openRequest(
  { removalRequests }: Pick<Deps['database'], 'removalRequests'>,
  image: Image | undefined,
  request: RemovalRequest,
) {
  const { address, reason, imageId, code, message, contact } = request
  if (address === null) return undefined
  const open = await removalRequests.openFromAddress(address, 'all')
  const isAboutIt = (each: RemovalRequest) => {
    if (image || each.imageId !== null) return each.imageId === image?.id
    // The same person again, whose answer did not arrive: another one has another contact.
    if (imageId === null) return each.code === code && each.message === message && each.contact === contact
    return imageIdOfCode(each.code ?? '') === imageId
  }
  return open.find((each) => isAboutIt(each) && (reason !== 'my_child' || each.reason === 'my_child'))
}

function newRequest({ clock, settings }: RequestDeps, wanted: Wanted, address: string): RemovalRequest {
  const message = optionalText('message', wanted.message, limits.removalMessage)
  const contact = optionalText('contact', wanted.contact, limits.removalContact)
  const code = optionalText('code', wanted.code, limits.removalContact)
  if (code === null && wanted.imageId === undefined && message === null) {
    throw invalidBody('code', 'One of code, imageId and message must say which photo it is')
  }
  const now = clock.now()
  return {
    requestId: randomUUID(),
    imageId: (code === null ? wanted.imageId : imageIdOfCode(code)) ?? null,
    groupId: null,
    code,
    reason: wanted.reason,
    message,
    contact,
    address,
    hiddenAtOnce: false,
    createdAt: now.toISOString(),
    deadline: new Date(now.getTime() + settings.current.removalDeadlineHours * hourMs).toISOString(),
    decision: null,
    note: null,
    decidedAt: null,
    decidedBy: null,
    redactedAt: null,
  }
}

/** What a request may do to its photo: hide it, keep it hidden where it is so already, or neither. */
type Wish = 'hide' | 'hold' | 'limited' | 'none'

async function wishFor(deps: RequestDeps, image: Image, request: RemovalRequest): Promise<Wish> {
  if (!mayHideAtOnce(request)) return 'none'
  if (!isShown(image)) return 'hold'
  const group = await deps.database.groups.find(image.groupId)
  if (group === undefined || !countsAsShown(group)) return 'none'
  return (await isWithinLimits(deps, request)) ? 'hide' : 'limited'
}

/** A group that was approved once returns to the screens without a new look at each photo. */
const countsAsShown = (group: Group): boolean => isPublic(group) || group.firstApprovedAt !== null

/** No address hides more than a share of what is shown, however little that is. */
async function isWithinLimits({ database, counters }: RequestDeps, { reason, address }: RemovalRequest) {
  const key = address ?? ''
  if (reason === 'my_child') return (await counters.count(childRule, key)).allowed
  const { used } = await counters.read(hidingRule, key)
  const enough = Math.ceil(hidingRule.limit / limits.shareHiddenPerHour)
  const share = Math.ceil(((await database.images.countShown(enough)) + used) * limits.shareHiddenPerHour)
  return (await counters.count({ ...hidingRule, limit: Math.min(hidingRule.limit, share) }, key)).allowed
}

interface Kept {
  readonly request: RemovalRequest
  readonly image: Image | undefined
  readonly wish: Wish
}

async function keep(deps: RequestDeps, tx: Transaction, { request, image, wish }: Kept): Promise<void> {
  const group = image && (await tx.groups.lock(image.groupId))
  const images = group === undefined ? [] : await tx.images.ofGroup(group.groupId)
  const found = images.find(({ id }) => id === image?.id)
  const hides = found !== undefined && (wish === 'hide' || wish === 'hold')
  if (hides && wish === 'hide' && isShown(found)) {
    await hideImage(tx, found, { hiddenReason: 'removal_request', moderationNote: null })
  }
  const code = request.code ?? (request.imageId === null ? null : photoCodeOf(request.imageId))
  const unknown = { imageId: null, groupId: null, code }
  const about = found === undefined ? unknown : { imageId: found.id, groupId: found.groupId }
  await tx.removalRequests.add({ ...request, ...about, hiddenAtOnce: hides })
  const { reason, deadline } = request
  const facts = group && found ? groupFacts(group, images.length) : null
  await notify(deps, tx, {
    kind: 'removal_request',
    groupId: about.groupId,
    payload: { group: facts, reason, hiddenAtOnce: hides, isLimited: wish === 'limited', deadline },
  })
}
