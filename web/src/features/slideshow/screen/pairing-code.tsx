import { withBasePath } from '#web/api/base-path.ts'
import { useTexts } from '#web/features/slideshow/texts/texts.ts'
import style from './pairing-code.module.css'

/** What an admin enters to give this screen a name. */
export const PairingCode = ({ code }: { readonly code: string }) => {
  const { t } = useTexts()
  return (
    <section className={style.pairing} aria-label={t('pairing.title')}>
      <p className={style.title}>{t('pairing.title')}</p>
      <p className={style.code} dir="ltr">
        {code.slice(0, 3)} {code.slice(3)}
      </p>
      <p className={style.text}>
        {t('pairing.text', { address: `${location.host}${withBasePath('/admin/screens')}` })}
      </p>
    </section>
  )
}
