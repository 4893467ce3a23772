import { ApiError } from '#web/api/api-error.ts'
import { sentenceOf } from '#web/features/admin/texts/texts.ts'

const isAt = (error: unknown, field: string): error is ApiError =>
  error instanceof ApiError && error.details.field === field

/** What the server says of one field; undefined when it complains about another. */
export const errorAt = (error: unknown, field: string): string | undefined =>
  isAt(error, field) ? sentenceOf(error) : undefined

/** The error, unless one of the fields shows it. */
export const errorBeside = (error: Error | null, fields: readonly string[]): Error | null =>
  fields.some((field) => isAt(error, field)) ? null : error
