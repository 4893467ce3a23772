import { getSystemErrorMessage } from 'node:util'
import type { Config } from '#server/config/config.ts'
import { AppError, OperatorError } from '#server/domain/errors.ts'

interface SystemError extends Error {
  readonly code?: string
  readonly errno?: number
  readonly path?: string
  /** Of an answer of the database server. */
  readonly severity?: string
}

/** What the administrator has to change, with the variable's name; undefined for a bug, which needs its stack. */
function explain(error: unknown, { dataDir, secrets }: Config): string | undefined {
  const cause = (error instanceof AppError ? error.cause : error) as SystemError | undefined
  if (cause === undefined) return undefined
  const { code = '', message, errno, path } = cause
  if (code.startsWith('SQLITE_')) return `DATA_DIR ${dataDir}: the database cannot be opened: ${message} (${code})`
  if (path !== undefined && errno !== undefined) {
    return `DATA_DIR ${dataDir} cannot be used: ${path}: ${getSystemErrorMessage(errno)} (${code})`
  }
  if (secrets.databaseUrl !== undefined && (error instanceof AppError || cause.severity !== undefined)) {
    return `DATABASE_URL: the database cannot be used: ${message || code}`
  }
  return undefined
}

/** Waits for a step of the start. OperatorError for every failure that is not a bug. */
export async function asOperatorError<T>(config: Config, step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    const sentence = error instanceof OperatorError ? undefined : explain(error, config)
    throw sentence === undefined ? error : new OperatorError(sentence, { cause: error })
  }
}
