import type { ImageName } from '#server/domain/names.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { FilePart, Submission, SubmissionFile } from '#server/ports/submission-store.ts'

export const filesOfImage = ({ fileName, previewName }: ImageName): FileName[] => [
  { kind: 'original', name: fileName },
  { kind: 'preview', name: previewName },
]

export const fileOfPart = ({ name }: Pick<FilePart, 'name'>): FileName => ({ kind: 'original', name })

export const filesOfFile = (file: SubmissionFile): FileName[] => [
  ...(file.image ? filesOfImage(file.image) : []),
  ...file.parts.map(fileOfPart),
]

export const filesOfSubmission = ({ files }: Submission): FileName[] => files.flatMap(filesOfFile)

const atOnce = 20

/** Removes submissions that have ended before `time`; the outbox removes their files. */
export async function endSubmissions({ database }: Pick<Deps, 'database'>, time: string): Promise<void> {
  for (;;) {
    const ended = await database.transaction(async (tx) => {
      const taken = await tx.submissions.takeEnded(time, atOnce)
      await tx.fileRemovals.plan(taken.flatMap(filesOfSubmission), 0)
      return taken
    })
    if (ended.length < atOnce) return
  }
}
