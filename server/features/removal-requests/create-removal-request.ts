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

type RequestDeps = Pick<Deps, 'database' | 'clock' | 'settings'>
type Wanted = Body<typeof contract>

const hourMs = 60 * 60_000

/**
 * Stores a removal request and hides its photo where D94 says so. An address has one open request per photo, and beside it
 * one for a child: a second one is answered by the first. The answer does not reveal whether there is such a photo.
 * AppError INVALID_BODY when nothing says which photo, TEXT_TOO_LONG.
 */
export function createRemovalRequest(
  deps: RequestDeps,
  wanted: Wanted,
  address: string,
): Promise<{ requestId: string }> {
  const request = newRequest(deps, wanted, address)
  return deps.database.transaction(async (tx) => {
    // One at a time: each sees what the others of its address have stored and hidden.
    await tx.serviceState.lock('removal_requests')
    const image = request.imageId === null ? undefined : await tx.images.find(request.imageId)
    const same = await openRequest(tx, image, request)
    if (same === undefined) await keep(deps, tx, { request, found: image && (await lockImage(tx, image)) })
    return same ?? request
  })
}

/**
 * The open request of the same address about the same photo that holds as firmly: only one for a child answers one for a
 * child. Also where there is no such photo, so that nobody learns that.
 */
async function openRequest({ removalRequests }: Transaction, image: Image | undefined, request: RemovalRequest) {
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

async function wishFor(tx: Transaction, request: RemovalRequest, { group, image }: Found): Promise<Wish> {
  if (!mayHideAtOnce(request)) return 'none'
  if (!isShown(image)) return 'hold'
  if (!countsAsShown(group)) return 'none'
  return (await isWithinLimits(tx, request)) ? 'hide' : 'limited'
}

/** A group that was approved once returns to the screens without a new look at each photo. */
const countsAsShown = (group: Group): boolean => isPublic(group) || group.firstApprovedAt !== null

/** No address hides more than a share of what is shown, however little that is. Requests for a child have limits of their own. */
async function isWithinLimits(tx: Transaction, { reason, address, createdAt }: RemovalRequest): Promise<boolean> {
  const isForChild = reason === 'my_child'
  const since = new Date(Date.parse(createdAt) - hourMs).toISOString()
  const hidden = await tx.removalRequests.countHidden(address ?? '', { since, isForChild })
  if (isForChild) return hidden < limits.childPhotosHiddenPerHour
  const enough = Math.ceil(limits.photosHiddenPerHour / limits.shareHiddenPerHour)
  const share = Math.ceil(((await tx.images.countShown(enough)) + hidden) * limits.shareHiddenPerHour)
  return hidden < Math.min(limits.photosHiddenPerHour, share)
}

interface Found {
  readonly group: Group
  readonly image: Image
  readonly imageCount: number
}

/** The photo in its locked group; undefined when it is gone. */
async function lockImage(tx: Transaction, { id, groupId }: Image): Promise<Found | undefined> {
  const group = await tx.groups.lock(groupId)
  const images = await tx.images.ofGroup(groupId)
  const image = images.find((each) => each.id === id)
  return group && image && { group, image, imageCount: images.length }
}

type Kept = { readonly request: RemovalRequest; readonly found: Found | undefined }

async function keep(deps: RequestDeps, tx: Transaction, { request, found }: Kept): Promise<void> {
  const wish = found ? await wishFor(tx, request, found) : 'none'
  const hidden = { hiddenReason: 'removal_request', moderationNote: null } as const
  if (found && wish === 'hide') await hideImage(tx, found.image, hidden)
  const hiddenAtOnce = wish === 'hide' || wish === 'hold'
  const groupId = found?.group.groupId ?? null
  const code = request.code ?? (request.imageId === null ? null : photoCodeOf(request.imageId))
  await tx.removalRequests.add({ ...request, ...(found ? { groupId } : { imageId: null, code }), hiddenAtOnce })
  const { reason, deadline } = request
  const group = found ? groupFacts(found.group, found.imageCount) : null
  const payload = { group, reason, hiddenAtOnce, isLimited: wish === 'limited', deadline }
  await notify(deps, tx, { kind: 'removal_request', groupId, payload })
}
