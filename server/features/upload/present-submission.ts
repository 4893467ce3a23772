import type { ArrivedFile, ArrivedPart, Submission as SubmissionReply } from '#contract/upload/submission.ts'
import type { ReceivedImage } from '#server/ports/received-image.ts'
import type { FilePart, Submission, SubmissionFile } from '#server/ports/submission-store.ts'

export const receivedBytes = (parts: readonly FilePart[]): number => parts.reduce((bytes, { size }) => bytes + size, 0)

const statusOf = ({ image }: SubmissionFile) => (image === null ? 'waiting' : 'arrived')

export const presentSubmission = (submissionId: string, { expiresAt, made, files }: Submission): SubmissionReply => ({
  submissionId,
  expiresAt,
  isComplete: made !== undefined,
  files: files.map((file, index) => ({
    index,
    status: made ? 'arrived' : statusOf(file),
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
