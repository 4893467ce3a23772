import { ApiError, fileOf, isCode } from '#web/api/api-error.ts'
import { type Answer, call } from '#web/api/client.ts'
import { exhibition, staff } from '#web/api/site.ts'
import type { Attempt } from '#web/features/upload/draft/attempt.ts'
import type { Consents, Draft } from '#web/features/upload/draft/draft.ts'
import { createPauses, deliver, type Pauses } from './deliver.ts'
import { createProgress, type Progress } from './progress.ts'
import { newThroughput, type Sending, sendPhoto } from './send-photo.ts'

export type UploadAnswer = Answer<'POST /api/upload/submissions/{submissionId}/complete'>

interface SendDraft extends BeginSubmission {
  readonly onProgress: (progress: Progress) => void
  /** This photo of the draft cannot be sent; more may follow. */
  readonly onRefused: (id: string) => void
}

const atOnce = 3

/**
 * Sends a draft: what it is first, then three photos at a time, each of which is repeated on its own. What has arrived
 * is not sent again. Fails with the error of a photo that the server refuses once all others have arrived.
 */
export const sendDraft = async (send: SendDraft): Promise<UploadAnswer> => {
  const { draft, signal, onProgress } = send
  const progress = createProgress(draft.photos, onProgress)
  const pauses: Pauses = createPauses(signal, () => progress.paused(pauses))
  const { submissionId, isComplete, files, indexOf } = await progress.during(beginSubmission(send, pauses))
  const params = { submissionId }
  const sending: Sending = { submissionId, signal, pauses, throughput: newThroughput() }
  const refused: unknown[] = []
  const queue = draft.photos.entries()
  const work = async () => {
    for (const [place, photo] of queue) {
      const index = indexOf(place)
      const { status, receivedBytes = 0 } = files[index] ?? {}
      const arrived = isComplete || status === 'arrived' ? photo.file.size : receivedBytes
      const onSent = (bytes: number) => progress.sent(place, bytes)
      await progress.during(
        sendPhoto(sending, { photo, index, arrived, onSent }).catch((error) => {
          // Another tab was faster.
          if (isCode(error, 'SUBMISSION_COMPLETE')) return
          if (!(error instanceof ApiError && fileOf(error))) throw error
          refused.push(error)
          send.onRefused(photo.id)
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (refused.length > 0) throw refused[0]
  progress.processing()
  const wanted = new Set([...draft.photos.keys()].map(indexOf))
  const skip = files.flatMap(({ index }) => (wanted.has(index) ? [] : [index]))
  return progress.during(
    deliver({ pauses }, () =>
      call('POST /api/upload/submissions/{submissionId}/complete', { params, body: { skip }, signal }),
    ),
  )
}

interface BeginSubmission {
  readonly draft: Draft
  readonly consents: Consents
  /** Where the exhibition needs one. */
  readonly accessCode: string | undefined
  /** The language in which the consents were read (D74). */
  readonly language: string
  /** An earlier submission of this draft, which may have arrived in part. */
  readonly attempt: Attempt | undefined
  readonly signal: AbortSignal
  /** A submission was begun. */
  readonly onBegun: (submissionId: string) => Promise<void>
}

interface BegunSubmission {
  readonly submissionId: string
  /** A group was made of it, but the answer got lost. */
  readonly isComplete: boolean
  readonly files: readonly { readonly index: number; readonly status: string; readonly receivedBytes?: number }[]
  /** Of the draft's photo at this index. */
  indexOf(place: number): number
}

/** The submission of an earlier attempt if it is still there, else a new one. */
const beginSubmission = async (send: BeginSubmission, pauses: Pauses): Promise<BegunSubmission> => {
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

const bodyOf = ({ draft: { photos, texts }, consents, accessCode, language }: BeginSubmission) => ({
  ...(exhibition && { exhibition: exhibition.slug }),
  ...(staff && { staffLink: staff.secret }),
  ...(accessCode !== undefined && { accessCode }),
  consents: {
    language,
    workshopConsent: consents.workshop,
    socialMediaConsents: consents.platformIds.map((platformId) => ({ platformId, consented: true })),
    ...(consents.minors && { minorsConsent: true }),
    ...(consents.wording && { wording: consents.wording }),
  },
  metadata: { ...texts, year: Number(texts.year) },
  files: photos.map(({ file, caption, altText }) => ({
    fileName: file.name,
    fileSize: file.size,
    description: caption,
    altText,
  })),
})
