import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { chosenExhibition } from '#web/features/admin/shared/chosen-exhibition.ts'
import { exhibitionsQuery, useExhibitions, useOwnExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { Choice } from '#web/features/admin/shared/form/form.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './shell.module.css'

/** Which exhibition the pages are about; nothing while there is only one (D83), and the name of the only one that the account sees (D84). */
export const ExhibitionSwitch = () => {
  const chosen = useSelector(chosenExhibition)
  const exhibitions = useExhibitions()
  const { isSuccess } = useQuery({ ...exhibitionsQuery, enabled: false })
  const isGone = isSuccess && chosen !== '' && !exhibitions.some(({ slug }) => slug === chosen)
  useEffect(() => {
    if (isGone) chosenExhibition.set('')
  }, [isGone])
  const [own, another] = useOwnExhibitions()
  if (own && !another) return <p className={style.exhibition}>{own.name}</p>
  if (exhibitions.length === 0) return null
  return (
    <Choice
      className={style.exhibition}
      aria-label={t('exhibitions.switch')}
      value={chosen}
      values={['', ...exhibitions.map(({ slug }) => slug)]}
      textOf={(slug) => exhibitions.find((each) => each.slug === slug)?.name ?? t('exhibitions.everything')}
      onChange={chosenExhibition.set}
    />
  )
}
