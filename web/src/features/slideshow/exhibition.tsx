import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { defaults } from './options.ts'
import style from './page.module.css'
import { t } from './texts/texts.ts'

/** The path of the upload page for those who see the photos of these exhibitions. */
export const uploadPathOf = (exhibition: string): string => {
  const slugs = exhibition.split(',')
  return exhibition === '*' || slugs.includes(defaults.exhibition) ? '' : `e/${slugs[0]}`
}

/** undefined for `main` and where there are several. */
export const useExhibitionName = (exhibition: string): string | undefined => {
  const isOne = exhibition !== defaults.exhibition && /^[a-z0-9-]+$/.test(exhibition)
  const { data } = useQuery({
    queryKey: ['exhibition', exhibition],
    queryFn: ({ signal }) => call('GET /api/exhibitions/{slug}', { params: { slug: exhibition }, signal }),
    enabled: isOne,
  })
  return isOne ? data?.name : undefined
}

/** In the place of the photos; when the end moves on, they are back by themselves. */
export const Gone = () => (
  <section className={style.waiting}>
    <div className={style.wall}>
      <EmptyFrames empty />
    </div>
    <div className={style.words}>
      <h2>{t('gone')}</h2>
      <p>{t('goneText')}</p>
    </div>
  </section>
)
