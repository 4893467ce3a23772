import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './checklist.module.css'
import { configured } from './configured-items.tsx'
import { firstHour } from './first-hour-items.tsx'

/** What the first hour needs, then what is configured and what is not, with the variable that changes it. */
export const Checklist = ({ overview }: { overview: Overview }) => {
  const { t } = useTexts()
  const items = [...firstHour(t, overview), ...configured(t, overview)]
  return (
    <ul className={style.list}>
      {items.map(({ done, title, text, more }) => (
        <li key={title} data-done={done}>
          {done ? <IconCircleCheck size={22} aria-hidden="true" /> : <IconAlertCircle size={22} aria-hidden="true" />}
          <div>
            <p className={style.title}>
              {title}
              <VisuallyHidden>{t(done ? 'check.done' : 'check.open')}</VisuallyHidden>
            </p>
            <p className={style.text}>{text}</p>
            {more}
          </div>
        </li>
      ))}
    </ul>
  )
}
