import type { ErrorCode } from '#contract/operation/errors.ts'

/**
 * A code of the contract, NETWORK when no answer arrived, FILE_UNREADABLE when the device has lost a chosen photo,
 * PASSKEY_CANCELLED when the browser gave no passkey.
 */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'FILE_UNREADABLE' | 'PASSKEY_CANCELLED'

export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds until a retry makes sense, as the server says. */
  readonly retryAfter: number | undefined

  constructor(answer: Pick<ApiError, 'status' | 'code' | 'message' | 'retryAfter'> & { details?: object }) {
    super(answer.message)
    this.name = 'ApiError'
    this.status = answer.status
    this.code = answer.code
    this.details = { ...answer.details }
    this.retryAfter = answer.retryAfter
  }
}

export const networkError = () =>
  new ApiError({ status: 0, code: 'NETWORK', message: 'No answer from the server.', retryAfter: undefined })

/** Whether this is the server's error of that code, or NETWORK. */
export const isCode = (error: unknown, code: ApiErrorCode): boolean => error instanceof ApiError && error.code === code

/** The body of a success. A hotspot that answers instead of the server, with its own page, counts as NETWORK. */
export const bodyOf = <T>(text: string): T => {
  try {
    return JSON.parse(text || 'null')
  } catch {
    throw networkError()
  }
}

/** For an answer of a proxy in front of the service, which has no body of ours. */
const codeOfStatus = (status: number): ErrorCode => {
  if (status === 413) return 'BODY_TOO_LARGE'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 408) return 'REQUEST_TIMEOUT'
  if (status === 404) return 'NOT_FOUND'
  if (status >= 502 && status <= 504) return 'TEMPORARILY_UNAVAILABLE'
  return 'INTERNAL_ERROR'
}

/** @param retryAfter the header's value, in seconds */
export const errorOf = (status: number, text: string, retryAfter: string | null): ApiError => {
  const seconds = Number.parseInt(retryAfter ?? '', 10)
  const known = { status, retryAfter: Number.isFinite(seconds) ? seconds : undefined }
  try {
    const body = JSON.parse(text)
    if (typeof body.code === 'string') return new ApiError({ ...known, ...body, status })
  } catch {}
  return new ApiError({ ...known, code: codeOfStatus(status), message: `The server answered ${status}.` })
}

/** The file that an answer names, if it names one. */
export const fileOf = (error: ApiError): string | undefined => {
  const file = error.details.fileName ?? error.details.file
  return typeof file === 'string' ? file : undefined
}
