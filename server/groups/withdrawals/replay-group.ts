import { consentWording } from '#server/domain/consents/consent.ts'
import { changedByRestore } from '#server/domain/consents/consent-origin.ts'
import { isEndedAt } from '#server/domain/exhibition.ts'
import { captureDateOf, type Group, type Image } from '#server/domain/group.ts'
import { newManagementToken } from '#server/domain/names.ts'
import { removeGroupRows } from '#server/groups/delete-group.ts'
import { replaceServedNames } from '#server/groups/hide-image.ts'
import { filesOf } from '#server/groups/remove-files-now.ts'
import type { Transaction } from '#server/ports/deps.ts'
import type { GroupEffects } from './effects-of.ts'

type GroupReplay = 'unknown' | 'unchanged' | 'deleted' | 'withdrawn'

/** Does to a group what the entries of the ledger say, in one transaction. Sends no notifications again. */
export async function replayGroup(tx: Transaction, groupId: string, effects: GroupEffects): Promise<GroupReplay> {
  const group = await tx.groups.lock(groupId)
  if (group === undefined) return 'unknown'
  if (effects.deleted) return remove(tx, group, effects.deleted)
  const images = await tx.images.ofGroup(groupId)
  const left = images.filter(({ id }) => !effects.deletedImages.has(id))
  // All photos that the backup knows are deleted; there were others when the last of them went.
  if (left.length === 0 && images.length > 0)
    return remove(tx, group, { reason: 'user_deletion', at: new Date().toISOString() })
  if (effects.renewed) await tx.groups.setToken(groupId, newManagementToken())
  const steps = [
    await removeImages(tx, group, { images, left }),
    await hide(tx, left, effects.hiddenImages.union(effects.redactedImages)),
    await revoke(tx, group, effects.revoked),
    effects.withdrawnApprovals > 0 && (await unapprove(tx, group)),
    effects.place !== undefined && (await moveAgain(tx, group, effects.place)),
  ]
  if (!steps.includes(true)) return 'unchanged'
  await replaceServedNames(tx, groupId, left)
  return 'withdrawn'
}

/** Takes back the approval; the group keeps its deletion date. false when it has none. */
export async function unapprove(tx: Transaction, { groupId, isApproved }: Group): Promise<boolean> {
  if (isApproved) await tx.groups.update(groupId, { isApproved: false })
  return isApproved
}

async function remove(
  tx: Transaction,
  group: Group,
  { reason, at }: NonNullable<GroupEffects['deleted']>,
): Promise<'deleted'> {
  await removeGroupRows(tx, group, { reason, deletedAt: at })
  return 'deleted'
}

/** The group is where it was last; without an exhibition that the backup knows it loses its approval. */
async function moveAgain(
  tx: Transaction,
  group: Group,
  { exhibitionId, isEnded }: NonNullable<GroupEffects['place']>,
): Promise<boolean> {
  const exhibition = await tx.exhibitions.lock(exhibitionId)
  if (exhibition === undefined) return unapprove(tx, group)
  const isExhibitionEnded = isEnded || isEndedAt(exhibition, new Date())
  if (group.exhibitionId === exhibitionId && group.isExhibitionEnded === isExhibitionEnded) return false
  return tx.groups.update(group.groupId, { exhibitionId, isExhibitionEnded })
}

/** An exhibition ends again when it ended; its other times are never later (D79). */
export async function endAgain(tx: Transaction, id: number, endedAt: string): Promise<void> {
  const exhibition = await tx.exhibitions.lock(id)
  if (exhibition === undefined) return
  const { opensAt, closesAt, endsAt } = exhibition
  if (endsAt !== null && endsAt <= endedAt) return
  await tx.exhibitions.update({
    ...exhibition,
    opensAt: opensAt !== null && opensAt < endedAt ? opensAt : null,
    closesAt: closesAt !== null && closesAt > endedAt ? endedAt : closesAt,
    endsAt: endedAt,
  })
}

interface Images {
  readonly images: readonly Image[]
  readonly left: readonly Image[]
}

async function removeImages(tx: Transaction, { groupId }: Group, { images, left }: Images): Promise<boolean> {
  const gone = images.filter((image) => !left.includes(image))
  // From the end: a removal moves up those behind it.
  for (const image of gone.toReversed()) await tx.images.remove(image)
  const at = new Date().toISOString()
  for (const { id } of gone) {
    await tx.takedowns.orderForImage(groupId, { imageId: id, at })
    await tx.removalRequests.closeOfImage(id, at)
  }
  await tx.fileRemovals.plan(filesOf(gone), 0)
  if (gone.length > 0) await tx.groups.update(groupId, { captureDate: captureDateOf(left) })
  return gone.length > 0
}

async function hide(tx: Transaction, images: readonly Image[], hidden: ReadonlySet<number>): Promise<boolean> {
  const shown = images.filter(({ id, hiddenReason }) => hidden.has(id) && hiddenReason === null)
  for (const image of shown) {
    await tx.images.setHidden(image, { hiddenReason: 'moderator', moderationNote: image.moderationNote })
  }
  return shown.length > 0
}

async function revoke(tx: Transaction, group: Group, revoked: GroupEffects['revoked']): Promise<boolean> {
  let changed = false
  const records = await tx.consents.ofGroup(group.groupId)
  for (const [platformId, at] of revoked) {
    const record = records.find((each) => each.platformId === platformId)
    const isGiven = platformId === null ? group.workshopRevokedTimestamp === null : record?.consented && !record.revoked
    if (!isGiven) continue
    changed = true
    if (record) await tx.consents.put(group.groupId, { ...record, revoked: true, revokedTimestamp: at })
    else await tx.groups.update(group.groupId, { displayInWorkshop: false, workshopRevokedTimestamp: at })
    const consentType = platformId === null ? 'workshop' : 'social_media'
    const history = { groupId: group.groupId, consentType, platformId, action: 'revoke', createdAt: at } as const
    await tx.consents.record({ ...history, changedBy: changedByRestore, wording: consentWording, language: null })
  }
  return changed
}
