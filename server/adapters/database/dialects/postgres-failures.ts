import { DatabaseError } from 'pg'
import { AppError } from '#server/domain/errors.ts'

/**
 * States in which the same request can succeed later: connection lost, server stopping or starting, too many
 * connections, a standby that cannot write, and statements that waited too long for a lock or ran too long.
 */
const passing = /^(08(000|001|003|004|006)|25006|25P03|25P04|40001|40P01|53300|53400|55P03|57014|57P0[1-5])$/

/** Errors of a connection have no SQLSTATE; programming errors are those of the language. */
function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseError) return passing.test(error.code ?? '')
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError)
}

/** Turns a failed statement or connection into the error for the caller. */
export function toFailure(error: unknown): unknown {
  if (!isPassing(error)) return error
  return new AppError('TEMPORARILY_UNAVAILABLE', 'The database cannot be reached right now', { cause: error })
}

export const hasState = (error: unknown, state: string): boolean =>
  error instanceof DatabaseError && error.code === state
