import { optionalText } from '#server/domain/text/text.ts'

const maxLength = 100

/** undefined when nothing is left of it. AppError TEXT_TOO_LONG. */
export const factorName = (name: string | undefined): string | undefined =>
  optionalText('name', name, maxLength) ?? undefined
