import type { Static } from 'typebox'
import type * as contract from '#contract/management.ts'
import type { ManagedGroup } from '#server/domain/caller.ts'
import type { SocialMediaConsent } from '#server/domain/consent.ts'
import type { Image } from '#server/domain/image.ts'
import { presentConsent, presentGroup } from '#server/groups/present-group.ts'

interface Parts {
  readonly images: readonly Image[]
  readonly consents: readonly SocialMediaConsent[]
  readonly deletionDate: string | null
}

export const presentManagedGroup = (
  group: ManagedGroup,
  { images, consents, deletionDate }: Parts,
): Static<typeof contract.ManagedGroup> => ({
  ...presentGroup(group, images),
  managementToken: group.managementToken,
  workshopRevokedTimestamp: group.workshopRevokedTimestamp,
  deletionDate,
  moderationNote: group.moderationNote,
  socialMediaConsents: consents.map(presentConsent),
})
