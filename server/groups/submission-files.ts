import type { FileName } from '#server/ports/file-removals.ts'
import type { ReceivedImage } from '#server/ports/received-image.ts'
import type { FilePart, Submission, SubmissionFile } from '#server/ports/submission-store.ts'

export const filesOfImage = ({ fileName, previewName }: ReceivedImage): FileName[] => [
  { kind: 'original', name: fileName },
  { kind: 'preview', name: previewName },
]

export const fileOfPart = ({ name }: FilePart): FileName => ({ kind: 'original', name })

export const filesOfParts = ({ parts }: SubmissionFile): FileName[] => parts.map(fileOfPart)

export const filesOfFile = (file: SubmissionFile): FileName[] => [
  ...(file.image ? filesOfImage(file.image) : []),
  ...filesOfParts(file),
]

/** All that a submission holds. */
export const filesOfSubmission = ({ files }: Submission): FileName[] => files.flatMap(filesOfFile)
