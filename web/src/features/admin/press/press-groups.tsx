import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import { PostingDialog } from './posting-dialog.tsx'
import { PressBar } from './press-bar.tsx'
import { PressCard } from './press-card.tsx'
import { type PressGroup, pressGroups } from './press-queries.ts'

/** What may be posted on one platform. */
export const PressGroups = ({ platformId }: { readonly platformId: number }) => {
  const { t } = useTexts()
  const query = useQuery(pressGroups(platformId))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [posted, setPosted] = useState<PressGroup>()
  const choose = (groupId: string, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, groupId] : [...now].filter((each) => each !== groupId)))
  return (
    <Loaded query={query} placeholder={360}>
      {({ groups, count }) => (
        <section className={section.section} aria-labelledby="press-title">
          <h2 id="press-title">{t('consents.groups', { count, formatted: number(count) })}</h2>
          {count === 0 && <p className={style.empty}>{t('press.none')}</p>}
          <ul className={style.grid}>
            {groups.map((group) => (
              <PressCard
                key={group.groupId}
                group={group}
                chosen={chosen.has(group.groupId)}
                onChoose={(on) => choose(group.groupId, on)}
                onPosted={() => setPosted(group)}
              />
            ))}
          </ul>
          {count > 0 && (
            <PressBar
              platformId={platformId}
              groups={groups}
              chosen={groups.filter(({ groupId }) => chosen.has(groupId))}
              onChoose={(groupIds) => setChosen(new Set(groupIds))}
            />
          )}
          <PostingDialog platformId={platformId} group={posted} onClose={() => setPosted(undefined)} />
        </section>
      )}
    </Loaded>
  )
}
