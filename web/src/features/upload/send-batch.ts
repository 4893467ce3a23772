import { ApiError } from '#web/api/api-error.ts'
import type { Answer } from '#web/api/client.ts'
import { sendForm } from '#web/api/send-form.ts'

export type BatchAnswer = Answer<'POST /api/upload/batch'>

export type Progress =
  | { readonly phase: 'uploading'; readonly sent: number; readonly total: number }
  | { readonly phase: 'processing' }
  /** `until` is a time in milliseconds, absent while the device is offline; `now` ends the wait. */
  | { readonly phase: 'waiting'; readonly until?: number; readonly now: () => void }

export interface SendBatch {
  readonly form: FormData
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

const retryDelays = [2, 4, 8, 16, 30]

/** Seconds until the next attempt; undefined when a retry cannot help, or after the last one. */
export const retryDelay = (error: unknown, failures: number): number | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const passing = error.code === 'NETWORK' || [408, 502, 503, 504].includes(error.status)
  const delay = retryDelays[failures]
  if (!passing || delay === undefined) return undefined
  return Math.max(delay, Math.min(error.retryAfter ?? 0, 60))
}

/** Waits so many seconds; while the device is offline, until it is back. */
const wait = (seconds: number, { signal, onProgress }: SendBatch): Promise<void> =>
  new Promise((resolve, reject) => {
    let timer = 0
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      window.removeEventListener('online', start)
      window.removeEventListener('offline', start)
      settle()
    }
    const abort = () => end(() => reject(signal.reason))
    const now = () => end(resolve)
    const start = () => {
      clearTimeout(timer)
      if (!navigator.onLine) return onProgress({ phase: 'waiting', now })
      timer = window.setTimeout(now, seconds * 1000)
      onProgress({ phase: 'waiting', until: Date.now() + seconds * 1000, now })
    }
    signal.addEventListener('abort', abort)
    window.addEventListener('online', start)
    window.addEventListener('offline', start)
    start()
  })

/** Sends a batch, with retries at growing delays when the connection breaks. All attempts share one key: they create at most one group. */
export const sendBatch = async (batch: SendBatch): Promise<BatchAnswer> => {
  const { form, idempotencyKey, signal, onProgress } = batch
  for (let failures = 0; ; failures += 1) {
    try {
      onProgress({ phase: 'uploading', sent: 0, total: 0 })
      return await sendForm('POST /api/upload/batch', {
        form,
        headers: { 'idempotency-key': idempotencyKey },
        signal,
        onProgress: (sent, total) => onProgress({ phase: 'uploading', sent, total }),
        onSent: () => onProgress({ phase: 'processing' }),
      })
    } catch (error) {
      const delay = retryDelay(error, failures)
      if (delay === undefined) throw error
      await wait(delay, batch)
    }
  }
}
