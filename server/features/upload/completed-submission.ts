import { submissionEnd } from '#server/domain/submission.ts'
import { uploadKeysSince } from '#server/domain/upload-key.ts'
import type { GroupReads } from '#server/ports/group-store.ts'
import type { ImageReads } from '#server/ports/image-store.ts'
import type { Submission } from '#server/ports/submission-store.ts'

type Made = NonNullable<Submission['made']>

/** What remains of a submission of that many files once it has become a group. */
export const completed = (
  { submissionDigest, expiresAt }: Pick<Submission, 'submissionDigest' | 'expiresAt'>,
  { year, files, made }: { readonly year: number; readonly files: number; readonly made: Made },
): Submission => ({
  submissionDigest,
  expiresAt,
  texts: { name: null, title: null, description: null, year, platformIds: [] },
  files: Array.from({ length: files }, () => ({ originalName: '', description: null, image: null, parts: [] })),
  made,
})

interface Reads {
  readonly groups: Pick<GroupReads, 'findByUploadKey'>
  readonly images: Pick<ImageReads, 'ofGroup'>
}

/** A rollback (D37) and a restore remove submissions; the group that was made of one knows it for a day. */
export async function findCompleted(
  { groups, images }: Reads,
  submissionDigest: string,
  now: Date,
): Promise<Submission | undefined> {
  const found = await groups.findByUploadKey(submissionDigest, uploadKeysSince(now))
  if (found === undefined) return undefined
  const { groupId, uploadDate, year } = found.group
  const expiresAt = submissionEnd(new Date(uploadDate))
  if (expiresAt <= now.toISOString()) return undefined
  const files = (await images.ofGroup(groupId)).length
  return completed(
    { submissionDigest, expiresAt },
    { year, files, made: { groupId, tokenDigest: found.bodyDigest ?? '' } },
  )
}
