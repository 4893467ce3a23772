import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { Section } from '#web/features/admin/shared/section.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './checklist.module.css'
import { configured } from './configured-items.tsx'
import { firstHour, type Item } from './first-hour-items.tsx'

const mostToday = 5

/** What the exhibition needs today, what can wait, and what is done. */
export const Todos = ({ overview }: { readonly overview: Overview }) => {
  const { t } = useTexts()
  const items = [...firstHour(t, overview), ...configured(t, overview)]
  const open = items.filter(({ done }) => !done)
  const [today, later] = [open.slice(0, mostToday), open.slice(mostToday)]
  return (
    <>
      {today.length > 0 && (
        <Section id="today" title={t('overview.today')}>
          <Checklist items={today} />
        </Section>
      )}
      {later.length > 0 && (
        <Section id="later" title={t('overview.later')}>
          <Checklist items={later} />
        </Section>
      )}
      <details className={style.done}>
        <summary>{t('overview.done', { count: items.length - open.length })}</summary>
        <Checklist items={items.filter(({ done }) => done)} />
      </details>
    </>
  )
}

export const Checklist = ({ items }: { readonly items: readonly Item[] }) => {
  const { t } = useTexts()
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
