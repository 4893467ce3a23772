import type * as contract from '#contract/consents.ts'
import type { ConsentView } from '#contract/shapes.ts'
import type { SocialMediaConsent } from '#server/domain/consent.ts'
import { consentOrigin } from '#server/domain/consent-origin.ts'
import type { Group } from '#server/domain/group.ts'
import { presentConsent } from '#server/groups/presentation/present-group.ts'
import type { ConsentHistoryEntry } from '#server/ports/moderation-reads.ts'

export const presentConsents = (group: Group, consents: readonly SocialMediaConsent[]): ConsentView => ({
  groupId: group.groupId,
  workshopConsent: group.displayInWorkshop,
  consentTimestamp: group.consentTimestamp,
  socialMediaConsents: consents.map(presentConsent),
})

export const presentChange = (entry: ConsentHistoryEntry): contract.ConsentChange => ({
  id: entry.id,
  consentType: entry.consentType,
  platformId: entry.platformId,
  platformName: entry.platformName,
  action: entry.action,
  wording: entry.wording,
  language: entry.language,
  ...consentOrigin(entry.changedBy),
  timestamp: entry.createdAt,
})
