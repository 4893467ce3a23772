import { editorOf } from '#server/domain/approval.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { checkIsActive, platformWithId, type SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import { changedBy, consentOrigin } from '#server/domain/consents/consent-origin.ts'
import { wordingOf } from '#server/domain/consents/consent-texts.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Group } from '#server/domain/group.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { GroupPatch } from '#server/ports/group-store.ts'
import { approvalPatch, lockGroup, patchGroup } from './change-group.ts'
import { hideRequested, replaceServedNames } from './hide-image.ts'
import { groupFacts, notify } from './notify.ts'

type ChangeDeps = Pick<Deps, 'clock' | 'settings'>

interface ConsentRequest {
  readonly target: EditableGroup
  readonly action: 'revoke' | 'restore'
  /** The platform; null means the display in the workshop. */
  readonly platformId: number | null
}

interface Change extends ConsentRequest {
  readonly groupId: string
  readonly group: Group
  readonly platform: SocialMediaPlatform | null
  readonly now: string
  readonly patch: GroupPatch
}

/**
 * Revokes or restores a consent. Doing it twice changes nothing; revoking a platform that was never selected leaves no
 * record (specification, Consent; D20). AppError GROUP_NOT_FOUND, UNKNOWN_PLATFORM: an inactive platform can be
 * revoked but not restored. WITHDRAWN_BY_OWNER for an admin who would restore what the owner revoked.
 */
export async function applyConsentChange(deps: ChangeDeps, tx: Transaction, request: ConsentRequest): Promise<void> {
  const { groupId } = request.target
  const group = await lockGroup(tx, request.target)
  const platform = request.platformId === null ? null : platformWithId(await tx.platforms.all(), request.platformId)
  const patch = await approvalPatch(tx, group, { change: `${request.action}_consent`, target: request.target })
  const change: Change = { ...request, groupId, group, platform, patch, now: deps.clock.now().toISOString() }
  await checkMayRestore(tx, change)
  const changed = await (platform ? changePlatform(tx, platform, change) : changeWorkshop(tx, change))
  if (changed) await recordChange(deps, tx, change)
}

/** Only the owner can restore what the owner withdrew. When it is unknown who withdrew it, it counts as the owner. */
async function checkMayRestore(tx: Transaction, { group, groupId, target, action, platformId }: Change): Promise<void> {
  if (action !== 'restore' || editorOf(target) === 'owner') return
  const records = platformId === null ? [] : await tx.consents.ofGroup(groupId)
  const isRevoked =
    platformId === null
      ? group.workshopRevokedTimestamp !== null
      : records.some((each) => each.platformId === platformId && each.revoked)
  if (!isRevoked) return
  const consentType = platformId === null ? 'workshop' : 'social_media'
  const by = await tx.consents.lastRevokedBy(groupId, { consentType, platformId })
  if (by !== undefined && consentOrigin(by).source === 'admin') return
  const message = 'The owner of the group withdrew this consent; only the owner can give it again'
  throw new AppError('WITHDRAWN_BY_OWNER', message, { details: { platformId } })
}

/** A group whose consent was never asked can be taken off the display, too. */
async function changeWorkshop(tx: Transaction, { group, groupId, action, now }: Change): Promise<boolean> {
  if (action === 'revoke') {
    if (group.workshopRevokedTimestamp !== null) return false
    await tx.groups.update(groupId, { displayInWorkshop: false, workshopRevokedTimestamp: now })
    await replaceServedNames(tx, groupId, await tx.images.ofGroup(groupId))
    return true
  }
  if (group.displayInWorkshop) return false
  const given = { displayInWorkshop: true, consentTimestamp: now, workshopRevokedTimestamp: null }
  await tx.groups.update(groupId, given)
  await hideRequested(tx, groupId)
  return true
}

async function changePlatform(
  tx: Transaction,
  platform: SocialMediaPlatform,
  { groupId, action, now }: Change,
): Promise<boolean> {
  const { platformId } = platform
  const record = (await tx.consents.ofGroup(groupId)).find((each) => each.platformId === platformId)
  if (action === 'revoke') {
    if (!record?.consented || record.revoked) return false
    await tx.consents.put(groupId, { ...record, revoked: true, revokedTimestamp: now })
    return true
  }
  if (record?.consented && !record.revoked) return false
  checkIsActive(platform)
  const given = { consented: true, consentTimestamp: now, revoked: false, revokedTimestamp: null }
  await tx.consents.put(groupId, { platformId, ...given })
  // What was taken down may be put up again.
  for (const { id } of await tx.takedowns.postingsOf([groupId], platformId))
    await tx.takedowns.mark(`posting.${id}`, null)
  return true
}

/** Writes the history; an owner's change is also marked for the admins and reported to the team (D40). */
async function recordChange(deps: ChangeDeps, tx: Transaction, change: Change): Promise<void> {
  const { group, groupId, platformId, platform, action, target, patch, now } = change
  const consentType = platform ? 'social_media' : 'workshop'
  const history = { groupId, consentType, platformId, action, changedBy: changedBy(target) } as const
  const wording = wordingOf(deps.settings.current.consentTexts)
  await tx.consents.record({ ...history, wording, language: null, createdAt: now })
  const kind = `${platform ? 'platform' : 'workshop'}_consent_${action}d` as const
  await tx.withdrawals.add({ kind, groupId, ...(platformId !== null && { platformId }) })
  if (editorOf(target) !== 'owner') return
  await patchGroup(tx, groupId, patch)
  const facts = groupFacts(group, (await tx.images.ofGroup(groupId)).length)
  const payload = { ...facts, consentType, platformName: platform?.displayName ?? null, action } as const
  await notify(deps, tx, { kind: 'consent_change', groupId, payload: { ...payload, newValue: action === 'restore' } })
}
