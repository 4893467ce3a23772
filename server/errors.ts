import type { ErrorCode } from '#contract/errors.ts'

/** An expected failure. The message is shown to the caller: it names the thing and the limit, never a secret or a path. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, message: string, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'AppError'
    this.code = code
    this.details = options.details
  }
}
