import { useSelector } from '@tanstack/react-store'
import { useTranslation } from 'react-i18next'
import { managementLimit } from '#web/api/management-limit.ts'
import { clockTime } from '#web/i18n/format.ts'
import style from './edits/save-bar.module.css'

/** With more changes left than this, the page shows nothing. */
const plenty = 3

/** How many changes are left of the hour, when they are few. */
export const LimitLeft = () => {
  const { t } = useTranslation('management')
  const { t: tAll } = useTranslation()
  const { left, resetsAt } = useSelector(managementLimit)
  const seconds = (resetsAt - Date.now()) / 1000
  if (left > plenty || seconds <= 0) return null
  const time = clockTime(seconds)
  return (
    <p className={style.review}>
      {left === 0 ? tAll('errors.retryAfter', { time }) : t('limit.left', { count: left, time })}
    </p>
  )
}
