import { limits } from '#contract/limits.ts'
import type { Body } from '#contract/operation/operation.ts'
import type { decideRemovalRequest as contract } from '#contract/removal-requests.ts'
import type { Moderator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Group } from '#server/domain/group.ts'
import { type Image, isShown } from '#server/domain/group.ts'
import { keepsHidden, type RemovalRequest, removalRequestNotFound } from '#server/domain/removal-request.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { type GroupRevisions, groupRevisionsSince } from '#server/groups/change-group.ts'
import { deleteGroupRows } from '#server/groups/delete-group.ts'
import { deleteImageRow } from '#server/groups/delete-image.ts'
import { hideImage, showIfNoLongerRequested } from '#server/groups/hide-image.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'

export type DecisionDeps = Pick<Deps, 'config' | 'settings' | 'database' | 'files' | 'clock' | 'log'>
type Wanted = Body<typeof contract> & { readonly requestId: string }

/**
 * Decides an open request and does to the photo what was decided, in one transaction. Returns the revisions of its group.
 * AppError REMOVAL_REQUEST_NOT_FOUND, REMOVAL_REQUEST_DECIDED, TEXT_TOO_LONG.
 */
export async function decideRemovalRequest(
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
    const { request, group, images } = await lockOpen(tx, requestId)
    await tx.removalRequests.decide(requestId, decided)
    const image = images.find(({ id }) => id === request.imageId)
    if (group === undefined || image === undefined) return { files: [], revisions: [] }
    const files = await carryOut(deps, tx, { request: { ...request, ...decided }, image, images, moderator })
    return { files, revisions: await groupRevisionsSince(tx, group) }
  })
  await removeFilesNow(deps, files)
  return revisions
}

/** The group's lock comes first, as everywhere: two moderators decide one after the other. */
async function lockOpen(
  tx: Transaction,
  requestId: string,
): Promise<{ request: RemovalRequest; group: Group | undefined; images: readonly Image[] }> {
  const found = await tx.removalRequests.find(requestId)
  if (found === undefined) throw removalRequestNotFound()
  const group = found.groupId === null ? undefined : await tx.groups.lock(found.groupId)
  const request = (await tx.removalRequests.find(requestId)) ?? found
  if (request.decision !== null) {
    throw new AppError('REMOVAL_REQUEST_DECIDED', 'The removal request has been decided already')
  }
  return { request, group, images: group === undefined ? [] : await tx.images.ofGroup(group.groupId) }
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
  { request, ...target }: Target & { readonly request: RemovalRequest },
): Promise<readonly FileName[]> {
  if (request.decision === 'remove') return remove(deps, tx, target)
  if (request.decision !== 'show_again') await hide(tx, target.image, request)
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
