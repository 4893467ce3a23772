import { isCode } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import type { Attempt } from '#web/features/upload/draft/attempt.ts'
import type { Consents, Draft } from '#web/features/upload/draft/draft.ts'
import { deliver } from './deliver.ts'
import type { Pauses } from './pauses.ts'

export interface BeginSubmission {
  readonly draft: Draft
  readonly consents: Consents
  /** The language in which the consents were read (D74). */
  readonly language: string
  /** An earlier submission of this draft, which may have arrived in part. */
  readonly attempt: Attempt | undefined
  readonly signal: AbortSignal
  /** A submission was begun. */
  readonly onBegun: (submissionId: string) => Promise<void>
}

export interface BegunSubmission {
  readonly submissionId: string
  /** A group was made of it, but the answer got lost. */
  readonly isComplete: boolean
  readonly files: readonly { readonly index: number; readonly status: string; readonly receivedBytes?: number }[]
  /** Of the draft's photo at this index. */
  indexOf(place: number): number
}

/** The submission of an earlier attempt if it is still there, else a new one. */
export const beginSubmission = async (send: BeginSubmission, pauses: Pauses): Promise<BegunSubmission> => {
  const earlier = send.attempt && (await findEarlier(send.attempt, send, pauses))
  if (earlier) return earlier
  const { submissionId, isComplete, files } = await deliver({ pauses, endsAtLimits: true }, () =>
    call('POST /api/upload/submissions', { body: bodyOf(send), signal: send.signal }),
  )
  await send.onBegun(submissionId)
  return { submissionId, isComplete, files, indexOf: (place) => place }
}

const findEarlier = async (
  { submissionId, photos }: Attempt,
  { draft, signal }: BeginSubmission,
  pauses: Pauses,
): Promise<BegunSubmission | undefined> => {
  const indexes = new Map(photos.map(({ id }, index) => [id, index]))
  const indexOf = (place: number) => indexes.get(draft.photos[place]?.id ?? '') ?? -1
  try {
    const params = { submissionId }
    const known = await deliver({ pauses }, () =>
      call('GET /api/upload/submissions/{submissionId}', { params, signal }),
    )
    return { submissionId, isComplete: known.isComplete, files: known.files, indexOf }
  } catch (error) {
    if (isCode(error, 'SUBMISSION_NOT_FOUND')) return undefined
    throw error
  }
}

const bodyOf = ({ draft: { photos, texts }, consents, language }: BeginSubmission) => ({
  consents: {
    language,
    workshopConsent: consents.workshop,
    socialMediaConsents: consents.platformIds.map((platformId) => ({ platformId, consented: true })),
    ...(consents.minors && { minorsConsent: true }),
  },
  metadata: { ...texts, year: Number(texts.year) },
  files: photos.map(({ file, caption }) => ({ fileName: file.name, fileSize: file.size, description: caption })),
})
