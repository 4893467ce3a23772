import type { ErrorCode } from '#contract/operation/errors.ts'
import { AppError } from '#server/domain/errors.ts'

/** What is wrong with the file itself (D4): sending it once more cannot help. */
const refusals: readonly ErrorCode[] = [
  'UNSUPPORTED_IMAGE',
  'DAMAGED_IMAGE',
  'IMAGE_TOO_LARGE',
  'IMAGE_TOO_COMPLEX',
  'FILE_TOO_LARGE',
]

export const isImageRefusal = (error: unknown): boolean => error instanceof AppError && refusals.includes(error.code)
