import { originalPath } from '#contract/images/image-paths.ts'
import type { ArrivedFile, ArrivedPart, Submission as SubmissionReply } from '#contract/upload/submission.ts'
import type { Group } from '#server/domain/group.ts'
import { mayReturnToken, renewalMark } from '#server/domain/upload/upload-key.ts'
import { presentGroup } from '#server/groups/presentation/present-group.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ReceivedImage } from '#server/ports/image-store.ts'
import type { FilePart, Submission, SubmissionFile } from '#server/ports/submission-store.ts'

export const receivedBytes = (parts: readonly FilePart[]): number => parts.reduce((bytes, { size }) => bytes + size, 0)

const statusOf = ({ image }: SubmissionFile) => (image === null ? 'waiting' : 'arrived')

export const presentSubmission = (
  submissionId: string,
  { expiresAt, groupId, files }: Submission,
): SubmissionReply => ({
  submissionId,
  expiresAt,
  isComplete: groupId !== null,
  files: files.map((file, index) => ({
    index,
    status: groupId ? 'arrived' : statusOf(file),
    ...(file.parts.length > 0 && { receivedBytes: receivedBytes(file.parts) }),
  })),
})

export const presentArrived = (index: number, { fileSize, facts }: ReceivedImage): ArrivedFile => ({
  success: true,
  index,
  status: 'arrived',
  fileSize,
  mimeType: facts.mimeType,
  width: facts.width,
  height: facts.height,
  exifDateTaken: facts.exifDateTaken,
  exifCameraModel: facts.exifCameraModel,
})

export const presentPart = (index: number, file: SubmissionFile): ArrivedPart => ({
  success: true,
  index,
  status: statusOf(file),
  receivedBytes: receivedBytes(file.parts),
})

type UploadDeps = Pick<Deps, 'clock' | 'database' | 'exhibitions'>

async function managementLink({ clock, database }: UploadDeps, group: Group, siteUrl: string) {
  if (!mayReturnToken(group.uploadDate, clock.now())) return {}
  if (await database.formerTokens.has(renewalMark(group.groupId))) return {}
  const { managementToken } = group
  return { managementToken, managementUrl: `${siteUrl}/manage/${managementToken}` }
}

export async function presentBatch(deps: UploadDeps, group: Group, siteUrl: string) {
  const { images: storedImages, consents: storedConsents } = deps.database
  const [images, consents, link] = await Promise.all([
    storedImages.ofGroup(group.groupId),
    storedConsents.ofGroup(group.groupId),
    managementLink(deps, group, siteUrl),
  ])
  return {
    message: `${images.length} image${images.length === 1 ? '' : 's'} received, ${group.isApproved ? 'approved' : 'awaiting review'}`,
    ...presentGroup(deps, group, images),
    ...link,
    socialMediaConsents: consents,
    ...(group.staffName !== null && { isApproved: group.isApproved }),
  }
}

export async function presentSingle(deps: UploadDeps, group: Group, siteUrl: string) {
  const [image] = await deps.database.images.ofGroup(group.groupId)
  const fileName = image?.fileName ?? ''
  const groupName = group.name ?? ''
  const names = { filePath: originalPath(fileName), fileName, groupId: group.groupId, groupName }
  return { ...names, ...(await managementLink(deps, group, siteUrl)) }
}
