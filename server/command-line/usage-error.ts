import { OperatorError } from '#server/domain/errors.ts'

/** An invalid command: says what is wrong and how to use it. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError'
  constructor(problem: string, usage: string) {
    super(`${problem}\n\n${usage}`)
  }
}
