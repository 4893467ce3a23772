import { useRef, useState } from 'react'
import { ApiError, fileOf, isCode } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { loadPersistently } from '#web/components/lazy-part.tsx'
import { i18n } from '#web/i18n/i18n.ts'
import { type Attempt, matchesDraft, newAttempt } from './draft/attempt.ts'
import type { Consents, Draft } from './draft/draft.ts'
import { forgetAttempt, loadAttempt, storeAttempt } from './draft/saved-draft.ts'
import type { Progress } from './send/progress.ts'
import type { UploadAnswer } from './send/send-draft.ts'

export type Sending =
  /** `returned` after a failed, cancelled or finished attempt; `wrongCode` is an access code that the server has refused. */
  | {
      readonly phase: 'editing'
      readonly returned?: true
      readonly cancelled?: true
      readonly wrongCode?: string | undefined
    }
  | Progress
  | { readonly phase: 'failed'; readonly error: unknown }
  | { readonly phase: 'done'; readonly answer: UploadAnswer }

const sender = () => loadPersistently(() => import('./send/send-draft.ts'))
/** Loads ahead: the connection may break before it is needed. */
export const preloadSender = (): void => void sender()

const storedAttempt = () => loadAttempt().catch(() => undefined)

const setPaused = async (attempt: Attempt | undefined, isPaused: boolean): Promise<void> => {
  if (attempt) await storeAttempt({ ...attempt, isPaused }).catch(() => undefined)
}

/** The submission of an earlier attempt with the same content, which may have arrived in part. */
const attemptFor = async (draft: Draft, consents: Consents) => {
  const earlier = await storedAttempt()
  if (!earlier || !matchesDraft(earlier, draft, consents)) return undefined
  await setPaused(earlier, false)
  return earlier
}

/** Removes what has arrived. Where this fails a group may have been made of it: the next attempt asks. */
const abandon = async (): Promise<void> => {
  const attempt = await storedAttempt()
  if (!attempt) return
  await forgetAttempt().catch(() => undefined)
  const params = { submissionId: attempt.submissionId }
  await call('DELETE /api/upload/submissions/{submissionId}', { params }).catch(async () => {
    if (!(await storedAttempt())) await setPaused(attempt, true)
  })
}

/** A wrong code is said at its field. */
const afterError = (error: unknown, accessCode: string | undefined): Sending =>
  isCode(error, 'WRONG_ACCESS_CODE')
    ? { phase: 'editing', returned: true, wrongCode: accessCode ?? '' }
    : { phase: 'failed', error }

export const useSending = () => {
  const [sending, setSending] = useState<Sending>({ phase: 'editing' })
  /** The id of the first photo that could not be sent. */
  const [refused, setRefused] = useState<string>()
  const running = useRef<AbortController | null>(null)
  /** Resolves with the answer, or with undefined when it was cancelled or failed. */
  const send = async (draft: Draft, consents: Consents, accessCode?: string): Promise<UploadAnswer | undefined> => {
    if (running.current) return undefined
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    const onProgress = (progress: Progress) => signal.aborted || setSending(progress)
    const onBegun = (submissionId: string) =>
      storeAttempt(newAttempt(submissionId, draft, consents)).catch(() => undefined)
    const onRefused = (id: string) => setRefused((first) => first ?? id)
    try {
      setRefused(undefined)
      setSending({ phase: 'uploading', sent: 0, total: 0, shares: [] })
      const { sendDraft } = await sender()
      const attempt = await attemptFor(draft, consents)
      const given = { draft, consents, accessCode, language: i18n.language, attempt }
      const answer = await sendDraft({ ...given, signal, onProgress, onRefused, onBegun })
      setSending({ phase: 'done', answer })
      return answer
    } catch (error) {
      const named = error instanceof ApiError ? fileOf(error) : undefined
      // It is not the photo that is in the way where the error names none.
      setRefused((first) => named && (first ?? draft.photos.find(({ file }) => file.name === named)?.id))
      if (signal.aborted) void abandon()
      setSending(signal.aborted ? { phase: 'editing', returned: true, cancelled: true } : afterError(error, accessCode))
      return undefined
    } finally {
      // Photos that are still under way when another has failed.
      abort.abort()
      running.current = null
    }
  }
  const cancel = () => running.current?.abort()
  const edit = () => {
    void storedAttempt().then((attempt) => setPaused(attempt, true))
    setSending({ phase: 'editing', returned: true })
  }
  return { sending, refused, send, cancel, edit }
}
