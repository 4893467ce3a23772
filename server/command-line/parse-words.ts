import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageOf } from '#server/domain/errors.ts'
import { UsageError } from './usage-error.ts'

/** `parseArgs`; UsageError for unknown options, missing values and arguments that a command does not take. */
export function parseWords<const T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(messageOf(error), usage)
  }
}
