import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts'

const codes: Readonly<Record<string, ApiErrorCode>> = {
  InvalidStateError: 'PASSKEY_EXISTS',
  NotAllowedError: 'PASSKEY_CANCELLED',
  AbortError: 'PASSKEY_CANCELLED',
}

/** What the browser refused, as an error that has a sentence. */
export const passkeyRefusal = (error: unknown): ApiError => {
  const name = error instanceof Error ? error.name : ''
  return new ApiError({ status: 0, code: codes[name] ?? 'INVALID_PASSKEY', message: name, retryAfter: undefined })
}
