import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { takedowns } from '#web/features/admin/shared/takedowns.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import { TakedownRow } from './takedown-row.tsx'
import { type Takedown, useMarkTakedown } from './takedowns.ts'

/** Posts that have to be taken down, because their consent was withdrawn. */
export const TakedownsPage = () => {
  const { t } = useTexts()
  const query = useQuery(takedowns)
  const mark = useMarkTakedown()
  const list = (all: readonly Takedown[], done: boolean) => {
    const shown = all.filter((takedown) => takedown.done === done)
    return (
      <section key={String(done)} className={section.section} aria-labelledby={`takedowns-${done}`}>
        <h2 id={`takedowns-${done}`}>{t(done ? 'takedowns.done' : 'takedowns.open')}</h2>
        {shown.length === 0 ? (
          <p className={style.empty}>{t(done ? 'takedowns.noneDone' : 'takedowns.noneOpen')}</p>
        ) : (
          <ul className={style.list}>
            {shown.map((takedown) => (
              <TakedownRow
                key={takedown.takedownId}
                takedown={takedown}
                onMark={(done) => mark({ ...takedown, done })}
              />
            ))}
          </ul>
        )}
      </section>
    )
  }
  return (
    <>
      <PageTitle title={t('nav.takedowns')} text={t('takedowns.text')} />
      <Loaded query={query} placeholder={360}>
        {(data) => <div className={section.sections}>{[false, true].map((done) => list(data.takedowns, done))}</div>}
      </Loaded>
    </>
  )
}
