import { useRef, useState } from 'react'
import { ApiError, isCode } from '#web/api/api-error.ts'
import { uuid } from '#web/components/uuid.ts'
import { fileOf } from '#web/i18n/error-sentence.ts'
import { i18n } from '#web/i18n/texts.ts'
import { batchFingerprint, batchForm } from './draft/batch-form.ts'
import type { Consents, Draft } from './draft/draft.ts'
import { loadAttempt, storeAttempt } from './draft/saved-draft.ts'
import { type BatchAnswer, type Progress, sendBatch } from './send-batch.ts'

export type Sending =
  /** `returned` after a failed, cancelled or finished attempt. */
  | { readonly phase: 'editing'; readonly returned?: true; readonly cancelled?: true }
  | Progress
  | { readonly phase: 'failed'; readonly error: unknown }
  | { readonly phase: 'done'; readonly answer: BatchAnswer }

/** The key of an earlier attempt with the same content, which may have reached the server although its answer was lost. */
const keyFor = async (fingerprint: string): Promise<string> => {
  const earlier = await loadAttempt().catch(() => undefined)
  if (earlier?.fingerprint === fingerprint) return earlier.key
  return newKeyFor(fingerprint)
}

const newKeyFor = async (fingerprint: string): Promise<string> => {
  const key = uuid()
  await storeAttempt({ key, fingerprint }).catch(() => {})
  return key
}

export const useSending = () => {
  const [sending, setSending] = useState<Sending>({ phase: 'editing' })
  const [refused, setRefused] = useState<string>()
  const running = useRef<AbortController | null>(null)

  /** Resolves with the answer, or with undefined when it was cancelled or failed. */
  const send = async (draft: Draft, consents: Consents): Promise<BatchAnswer | undefined> => {
    if (running.current) return undefined
    const abort = new AbortController()
    running.current = abort
    try {
      setRefused(undefined)
      setSending({ phase: 'uploading', sent: 0, total: 0 })
      const answer = await sendBatch({
        form: batchForm(draft, { ...consents, language: i18n.language }),
        idempotencyKey: await keyFor(batchFingerprint(draft, consents)),
        signal: abort.signal,
        onProgress: setSending,
      })
      setSending({ phase: 'done', answer })
      return answer
    } catch (error) {
      if (error instanceof ApiError) setRefused(fileOf(error))
      if (isCode(error, 'IDEMPOTENCY_KEY_REUSED')) await newKeyFor(batchFingerprint(draft, consents))
      setSending(
        abort.signal.aborted ? { phase: 'editing', returned: true, cancelled: true } : { phase: 'failed', error },
      )
      return undefined
    } finally {
      running.current = null
    }
  }
  const cancel = () => running.current?.abort()
  const edit = () => setSending({ phase: 'editing', returned: true })
  return { sending, refused, send, cancel, edit }
}
