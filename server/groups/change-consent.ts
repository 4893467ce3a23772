import type { Deps } from '#server/deps.ts'
import { approvalAfter } from '#server/domain/approval.ts'
import { consentWording, type SocialMediaPlatform } from '#server/domain/consent.ts'
import type { Group } from '#server/domain/group.ts'
import { AppError } from '#server/errors.ts'
import type { Transaction } from '#server/ports/database.ts'
import { lockGroup, patchGroup } from './lock-group.ts'
import { groupFacts, notify } from './notify.ts'
import { replaceServedNames } from './replace-served-names.ts'

export interface ConsentRequest {
  readonly groupId: string
  readonly action: 'revoke' | 'restore'
  /** The platform; null means the display in the workshop. */
  readonly platformId: number | null
  readonly changedBy: 'management_link' | `admin:${string}`
}

interface Change extends ConsentRequest {
  readonly group: Group
  readonly platform: SocialMediaPlatform | null
  readonly now: string
}

/**
 * Revokes or restores a consent. Doing it twice changes nothing; revoking a platform that was never selected leaves no
 * record (specification, Consent; D20). AppError GROUP_NOT_FOUND, UNKNOWN_PLATFORM: an inactive platform can be
 * revoked but not restored.
 */
export async function changeConsent(
  deps: Pick<Deps, 'config' | 'clock'>,
  tx: Transaction,
  request: ConsentRequest,
): Promise<{ newValue: boolean; changed: boolean }> {
  const group = await lockGroup(tx, request.groupId)
  const platform = request.platformId === null ? null : await platformOf(tx, request.platformId)
  const change: Change = { ...request, group, platform, now: deps.clock.now().toISOString() }
  const changed = await (platform ? changePlatform(tx, platform, change) : changeWorkshop(tx, change))
  if (changed) await tell(deps, tx, change)
  return { newValue: request.action === 'restore', changed }
}

async function platformOf(tx: Transaction, platformId: number): Promise<SocialMediaPlatform> {
  const platform = (await tx.platforms.all()).find((each) => each.platformId === platformId)
  if (platform) return platform
  throw new AppError('UNKNOWN_PLATFORM', `There is no platform with the id ${platformId}`, { details: { platformId } })
}

/** A group that was never asked can be taken off the display as well. */
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
  return true
}

async function changePlatform(
  tx: Transaction,
  { platformId, displayName, isActive }: SocialMediaPlatform,
  { groupId, action, now }: Change,
): Promise<boolean> {
  const record = (await tx.consents.ofGroup(groupId)).find((each) => each.platformId === platformId)
  if (action === 'revoke') {
    if (!record?.consented || record.revoked) return false
    await tx.consents.put(groupId, { ...record, revoked: true, revokedTimestamp: now })
    return true
  }
  if (record?.consented && !record.revoked) return false
  if (!isActive) {
    throw new AppError('UNKNOWN_PLATFORM', `${displayName} is not offered any more`, { details: { platformId } })
  }
  const given = { consented: true, consentTimestamp: now, revoked: false, revokedTimestamp: null }
  await tx.consents.put(groupId, { platformId, ...given })
  return true
}

/** Writes the history and what the admins get to see; an owner's change is told to the messenger (D40). */
async function tell(deps: Pick<Deps, 'config' | 'clock'>, tx: Transaction, change: Change): Promise<void> {
  const { group, groupId, platformId, platform, action, changedBy, now } = change
  const consentType = platform ? 'social_media' : 'workshop'
  const history = { groupId, consentType, platformId, action, changedBy } as const
  await tx.consents.record({ ...history, wording: consentWording, createdAt: now })
  if (changedBy !== 'management_link') return
  await patchGroup(tx, groupId, approvalAfter(group, { change: `${action}_consent`, by: 'owner' }))
  const facts = groupFacts(group, (await tx.images.ofGroup(groupId)).length)
  const payload = { ...facts, consentType, platformName: platform?.displayName ?? null, action } as const
  await notify(deps, tx, { kind: 'consent_change', groupId, payload: { ...payload, newValue: action === 'restore' } })
}
