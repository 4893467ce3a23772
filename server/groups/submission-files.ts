import type { FileName } from '#server/ports/file-removals.ts'
import type { ReceivedImage } from '#server/ports/received-image.ts'
import type { FilePart, Submission, SubmissionFile } from '#server/ports/submission-store.ts'

export const filesOfImage = ({ fileName, previewName }: ReceivedImage): FileName[] => [
  { kind: 'original', name: fileName },
  { kind: 'preview', name: previewName },
]

export const fileOfPart = ({ name }: Pick<FilePart, 'name'>): FileName => ({ kind: 'original', name })

export const filesOfFile = (file: SubmissionFile): FileName[] => [
  ...(file.image ? filesOfImage(file.image) : []),
  ...file.parts.map(fileOfPart),
]

/** All that a submission holds. */
export const filesOfSubmission = ({ files }: Submission): FileName[] => files.flatMap(filesOfFile)
