import { ApiError } from '#web/api/api-error.ts'
import { type Answer, call } from '#web/api/client.ts'
import { fileOf } from '#web/i18n/error-sentence.ts'
import { type BeginSubmission, beginSubmission } from './begin-submission.ts'
import { deliver } from './deliver.ts'
import { createPauses, type Pauses } from './pauses.ts'
import { createProgress, type Progress } from './progress.ts'
import { type Sending, sendPhoto } from './send-photo.ts'
import { newThroughput } from './throughput.ts'

export type UploadAnswer = Answer<'POST /api/upload/submissions/{submissionId}/complete'>

export interface SendDraft extends BeginSubmission {
  readonly onProgress: (progress: Progress) => void
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
          if (!(error instanceof ApiError && fileOf(error))) throw error
          refused.push(error)
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
