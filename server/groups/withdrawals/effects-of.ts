import type { DeletionReason } from '#server/ports/logs/deletion-log.ts'
import type { Withdrawal } from '#server/ports/withdrawals/withdrawals.ts'

/** What entries of the ledger come to for one group. */
export interface GroupEffects {
  deleted: { readonly reason: DeletionReason; readonly at: string } | undefined
  /** Approvals withdrawn and not restored by an undo. */
  withdrawnApprovals: number
  readonly deletedImages: Set<number>
  readonly hiddenImages: Set<number>
  /** A backup has them as they were before. */
  readonly redactedImages: Set<number>
  /** When the consent was revoked, if it still is; the platform, or null for the workshop. */
  readonly revoked: Map<number | null, string>
  /** The link that the backup has is no longer the owner's. */
  renewed: boolean
  /** Where the last end, resumption or move left the group (D80, D85). */
  place: { readonly exhibitionId: number; readonly isEnded: boolean } | undefined
}

export interface Effects {
  readonly groups: Map<string, GroupEffects>
  /** What was done to accounts, by id. */
  readonly accounts: Map<number, Set<Withdrawal['kind']>>
  /** When exhibitions ended that have not resumed, by id. */
  readonly ends: Map<number, string>
}

const noGroupEffects = (): GroupEffects => ({
  deleted: undefined,
  withdrawnApprovals: 0,
  deletedImages: new Set(),
  hiddenImages: new Set(),
  redactedImages: new Set(),
  revoked: new Map(),
  renewed: false,
  place: undefined,
})

/** Sums up entries in their order: what was lifted since has no effect. */
export function effectsOf(entries: readonly Withdrawal[]): Effects {
  const groups = new Map<string, GroupEffects>()
  const accounts: Effects['accounts'] = new Map()
  const ends = new Map<number, string>()
  for (const entry of entries) {
    const { groupId, userId, kind, exhibitionId = 0, at } = entry
    if (kind === 'exhibition_ended') ends.set(exhibitionId, ends.get(exhibitionId) ?? at)
    if (kind === 'exhibition_resumed') ends.delete(exhibitionId)
    if (groupId !== undefined) groups.set(groupId, addToGroup(groups.get(groupId) ?? noGroupEffects(), entry))
    if (userId !== undefined) accounts.set(userId, (accounts.get(userId) ?? new Set()).add(kind))
  }
  return { groups, accounts, ends }
}

/** Without its deletions, withdrawn approvals and hidden images; what the owner agreed to no longer stays withdrawn, and what was redacted stays hidden. */
export const restored = ({ revoked, renewed, redactedImages }: GroupEffects): GroupEffects => ({
  ...noGroupEffects(),
  revoked,
  renewed,
  redactedImages,
})

const reasons: Partial<Record<Withdrawal['kind'], DeletionReason>> = {
  group_deleted_by_owner: 'user_deletion',
  group_deleted_by_admin: 'admin_moderation_deletion',
  group_deleted_by_cleanup: 'automatic_cleanup',
  group_deleted_with_exhibition: 'exhibition_ended',
}

function addToGroup(
  effects: GroupEffects,
  { kind, at, imageId = 0, platformId, exhibitionId }: Withdrawal,
): GroupEffects {
  const reason = reasons[kind]
  if (reason) effects.deleted = { reason, at }
  if (kind === 'brought_back') return restored(effects)
  if (kind === 'approval_withdrawn') effects.withdrawnApprovals++
  if (kind === 'approval_restored') effects.withdrawnApprovals = Math.max(0, effects.withdrawnApprovals - 1)
  if (kind === 'image_deleted') effects.deletedImages.add(imageId)
  if (kind === 'image_hidden') effects.hiddenImages.add(imageId)
  if (kind === 'link_renewed') effects.renewed = true
  if (kind === 'image_redacted') effects.redactedImages.add(imageId)
  if (kind === 'image_shown') effects.hiddenImages.delete(imageId)
  if (exhibitionId !== undefined) effects.place = { exhibitionId, isEnded: kind === 'exhibition_ended' }
  if (kind.endsWith('_consent_revoked')) effects.revoked.set(platformId ?? null, at)
  if (kind.endsWith('_consent_restored')) effects.revoked.delete(platformId ?? null)
  return effects
}
