import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import { PairScreen } from './pair-screen.tsx'
import { ScreenCard } from './screen-card.tsx'
import { screens } from './screens-query.ts'

/** The screens with a name: what they show, and commands to them. */
export const ScreensPage = () => {
  const { t } = useTexts()
  const query = useQuery(screens)
  return (
    <>
      <PageTitle title={t('nav.screens')} text={t('screens.text')} />
      <div className={section.sections}>
        <Loaded query={query} placeholder={200}>
          {(data) => (
            <>
              {data.length > 0 && (
                <ul className={style.list}>
                  {data.map((screen) => (
                    <ScreenCard key={screen.id} screen={screen} />
                  ))}
                </ul>
              )}
              <PairScreen isFirst={data.length === 0} />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}
