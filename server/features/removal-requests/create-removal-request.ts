import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Body } from '#contract/operation/operation.ts'
import type { createRemovalRequest as contract } from '#contract/removal-requests.ts'
import { AppError } from '#server/domain/errors.ts'
import { type Image, isShown } from '#server/domain/image.ts'
import { imageIdOfCode } from '#server/domain/photo-code.ts'
import { isPublic } from '#server/domain/public-state.ts'
import type { RemovalRequest } from '#server/domain/removal-request.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { hideImage } from '#server/groups/hide-image.ts'
import { groupFacts, notify } from '#server/groups/notify.ts'
import type { CountingRule } from '#server/ports/counters.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'

type RequestDeps = Pick<Deps, 'database' | 'counters' | 'clock' | 'config' | 'settings'>
type Wanted = Body<typeof contract>

/** Photos that the requests of one address hide immediately (D70). */
const hidingRule: CountingRule = {
  name: 'removal-hiding',
  limit: limits.photosHiddenPerHour,
  windowSeconds: 60 * 60,
}

const hourMs = 60 * 60_000

/**
 * Stores a removal request and hides its photo immediately where D70 says so. The answer does not reveal whether there is
 * such a photo. AppError INVALID_BODY when nothing says which photo, TEXT_TOO_LONG.
 */
export async function createRemovalRequest(
  deps: RequestDeps,
  wanted: Wanted,
  address: string,
): Promise<{ requestId: string }> {
  const request = newRequest(deps, wanted, address)
  const image = request.imageId === null ? undefined : await deps.database.images.find(request.imageId)
  const mayHide = image !== undefined && (await isToBeHidden(deps, image, request))
  await deps.database.transaction((tx) => keep(deps, tx, { request, image, mayHide }))
  return { requestId: request.requestId }
}

function newRequest({ clock, settings }: RequestDeps, wanted: Wanted, address: string): RemovalRequest {
  const message = optionalText('message', wanted.message, limits.removalMessage)
  const contact = optionalText('contact', wanted.contact, limits.removalContact)
  const code = optionalText('code', wanted.code, limits.removalContact)
  if (code === null && wanted.imageId === undefined && message === null) {
    throw new AppError('INVALID_BODY', 'One of code, imageId and message must say which photo it is', {
      details: { field: 'code' },
    })
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

/** A request with a code or for a child, about a photo that is shown, unless the address has hidden enough. */
async function isToBeHidden(
  { database, counters }: RequestDeps,
  image: Image,
  { code, reason, address }: RemovalRequest,
): Promise<boolean> {
  if (code === null && reason !== 'my_child') return false
  const group = await database.groups.find(image.groupId)
  if (group === undefined || !isPublic(group) || !isShown(image)) return false
  return (await counters.count(hidingRule, address ?? '')).allowed
}

interface Kept {
  readonly request: RemovalRequest
  readonly image: Image | undefined
  readonly mayHide: boolean
}

async function keep(deps: RequestDeps, tx: Transaction, { request, image, mayHide }: Kept): Promise<void> {
  const group = image && (await tx.groups.lock(image.groupId))
  const images = group === undefined ? [] : await tx.images.ofGroup(group.groupId)
  const found = images.find(({ id }) => id === image?.id)
  const hiddenAtOnce = mayHide && group !== undefined && isPublic(group) && found !== undefined && isShown(found)
  if (hiddenAtOnce) await hideImage(tx, found, { hiddenReason: 'removal_request', moderationNote: null })
  const about = found === undefined ? { imageId: null, groupId: null } : { imageId: found.id, groupId: found.groupId }
  await tx.removalRequests.add({ ...request, ...about, hiddenAtOnce })
  const { reason, deadline } = request
  await notify(deps, tx, {
    kind: 'removal_request',
    groupId: about.groupId,
    payload: { group: group && found ? groupFacts(group, images.length) : null, reason, hiddenAtOnce, deadline },
  })
}
