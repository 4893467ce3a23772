import './later/texts.ts'
import { ApiError, fileOf } from '#web/api/api-error.ts'
import { clockTime } from './format.ts'
import { t } from './i18n.ts'

/** What went wrong in the user's language, with the file and the waiting time if the answer has them. */
export const errorSentence = (error: unknown): string => {
  if (!(error instanceof ApiError)) return t('errors.INTERNAL_ERROR')
  // Those that only admins see are in the admin pages' texts.
  const sentence = t([`errors.${error.code}`, `admin:errors.${error.code}`], { defaultValue: error.message })
  const file = fileOf(error)
  const named = file === undefined ? sentence : t('errors.file', { file, sentence })
  if (error.retryAfter === undefined || !['RATE_LIMITED', 'IP_BANNED'].includes(error.code)) return named
  return `${named} ${t('errors.retryAfter', { time: clockTime(error.retryAfter) })}`
}
