import { previewPath } from '#contract/images/image-paths.ts'
import type * as shapes from '#contract/shapes.ts'
import { imageTextsOf, publishedTextsOf } from '#contract/texts/image-texts.ts'
import { deletionDateOf } from '#server/domain/cleanup.ts'
import type { SocialMediaConsent } from '#server/domain/consents/consent.ts'
import { type Group, type Image, isPublic } from '#server/domain/group.ts'
import { similarImages } from '#server/domain/images/image-analysis.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ListedGroup } from '#server/ports/moderation-reads.ts'
import { presentAdminImage, presentSummary } from './present-group.ts'

type Source = Pick<Deps, 'clock' | 'settings' | 'exhibitions'>

const presentForAdmin = (
  { clock, settings, exhibitions }: Source,
  group: Group,
  consents: readonly SocialMediaConsent[],
) => ({
  exhibition: exhibitions.nameOf(group.exhibitionId),
  staffName: group.staffName,
  isPublished: isPublic(group),
  revision: group.contentRevision,
  moderationNote: group.moderationNote,
  changedSinceApproval: group.changesSinceApproval.length > 0,
  changesSinceApproval: [...group.changesSinceApproval],
  lastApproved: group.lastApproved,
  workshopRevokedTimestamp: group.workshopRevokedTimestamp,
  deletionDate: deletionDateOf(
    group,
    { ...settings.retention, exhibition: exhibitions.withId(group.exhibitionId) },
    clock.now(),
  ),
  socialMediaConsents: [...consents],
})

export const presentAdminSummary = (source: Source, listed: ListedGroup): shapes.AdminGroupSummary => ({
  ...presentSummary(listed.group, listed.imageCount),
  ...presentForAdmin(source, listed.group, listed.consents),
  previewPaths: listed.previews.map(({ previewName }) => previewPath(previewName)),
  previews: listed.previews.map((preview) => ({
    imageId: preview.imageId,
    previewPath: previewPath(preview.previewName),
    ...imageTextsOf(preview),
    ...publishedTextsOf(preview),
    hidden: preview.isHidden,
  })),
  alikeImages: listed.analysisCounts.similar,
  blurredImages: listed.analysisCounts.blurred,
})

export const presentAdminGroup = (
  source: Source,
  group: Group,
  { images, consents }: { images: readonly Image[]; consents: readonly SocialMediaConsent[] },
): shapes.AdminGroup => {
  const similar = similarImages(images)
  return {
    ...presentSummary(group, images.length),
    ...presentForAdmin(source, group, consents),
    images: images.map((image) => ({ ...presentAdminImage(image), alikeImageIds: similar.get(image.id) ?? [] })),
  }
}
