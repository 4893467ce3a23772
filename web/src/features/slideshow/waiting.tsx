import { site, siteName } from '#web/api/site.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import type { Options } from './options.ts'
import { useTexts } from './texts/texts.ts'
import { Unreachable, UploadCode } from './upload-code.tsx'
import style from './waiting.module.css'

/** Nothing is on display yet: an empty wall and a link to the upload page. */
export const Waiting = ({ years }: Pick<Options, 'years'>) => {
  const { t } = useTexts()
  const span = years && (years.from === years.to ? `${years.from}` : `${years.from}–${years.to}`)
  return (
    <section className={style.waiting}>
      <div className={style.wall}>
        <EmptyFrames empty />
      </div>
      <div className={style.words}>
        {site.named && (
          <p className={style.site}>
            {site.logo && <img src={site.logo} alt="" />}
            {siteName}
          </p>
        )}
        <h2>{span ? t('waitingYears', { years: span }) : t('waiting')}</h2>
        <p>{t('waitingText')}</p>
        <div className={style.unreachable}>
          <Unreachable />
        </div>
      </div>
      <UploadCode className={style.code} />
    </section>
  )
}
