import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import { optionalText } from '#server/domain/text/text.ts'

/** AppError INVALID_BODY for an empty one, TEXT_TOO_LONG. */
export function screenName(text: string): string {
  const name = optionalText('name', text.replaceAll('\n', ' '), limits.screenName)
  if (name === null) throw new AppError('INVALID_BODY', 'name must not be empty')
  return name
}
