import { bodyOf, errorOf, networkError } from './api-error.ts'
import { type Answer, type Route, urlOf } from './client.ts'

interface SendBody {
  /** Parameters of the route's path. */
  readonly params?: Record<string, string | number>
  readonly body: FormData | Blob
  readonly headers?: Record<string, string>
  readonly signal: AbortSignal
  /** Bytes of the body; called until all are sent. */
  readonly onProgress: (sent: number, total: number) => void
  /** The last byte is sent, the answer is not there yet. */
  readonly onSent?: () => void
}

/** Without progress for this long the connection counts as broken: mobile networks often drop it silently. */
const stallMs = 45_000
/** How long the server may take once it has everything. */
const answerMs = 180_000

const answerOf = async <R extends Route>(request: XMLHttpRequest): Promise<Answer<R>> => {
  const { status, responseText } = request
  if (status < 200 || status > 299) throw errorOf(status, responseText, request.getResponseHeader('retry-after'))
  return bodyOf(responseText)
}

/**
 * Sends a form or a file with progress, which fetch cannot report.
 * Rejects with an ApiError, or with the signal's reason when it was aborted.
 */
export const sendBody = <R extends Route>(route: R, options: SendBody): Promise<Answer<R>> =>
  new Promise((resolve, reject) => {
    const [method = 'POST', path = '/'] = route.split(' ')
    const { params = {}, body, headers = {}, signal, onProgress, onSent } = options
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    let watch = 0
    const expectWithin = (ms: number) => {
      clearTimeout(watch)
      watch = window.setTimeout(() => request.abort(), ms)
    }
    const end = (settle: () => void) => {
      clearTimeout(watch)
      signal.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)

    request.open(method, urlOf(path, { params }))
    request.setRequestHeader('accept', 'application/json')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      expectWithin(stallMs)
      onProgress(event.loaded, event.total)
    }
    request.upload.onload = () => {
      expectWithin(answerMs)
      onSent?.()
    }
    request.onload = () => end(() => resolve(answerOf<R>(request)))
    request.onerror = () => end(() => reject(networkError()))
    request.onabort = () => end(() => reject(signal.aborted ? signal.reason : networkError()))
    expectWithin(stallMs)
    request.send(body)
  })
