import type { ErrorCode } from '#contract/operation/errors.ts'

interface AppErrorOptions {
  readonly details?: Record<string, unknown>
  readonly cause?: unknown
  readonly isRoutine?: boolean
}

/** An expected failure. The message is shown to the caller: it names the thing and the limit, never a secret or a path. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  /** Routine: neither logged nor counted as an error. */
  readonly isRoutine: boolean

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.isRoutine = options.isRoutine ?? false
  }
}

/** The value, where there is one. */
export function orThrow<T>(value: T | undefined, error: () => Error): T {
  if (value === undefined) throw error()
  return value
}

export const invalidBody = (field: string, message: string): AppError =>
  new AppError('INVALID_BODY', message, { details: { field } })

/** The code of an error of Node or a library, such as `ENOENT`; empty where it has none. */
export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** undefined where the file that is read is missing. */
export const ifThere = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  })

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A failure that the operator can fix: its message says how and is shown without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
