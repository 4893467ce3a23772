import { type Mutation, useMutationState } from '@tanstack/react-query'
import { withBasePath } from '#web/api/base-path.ts'
import { t } from '#web/features/slideshow/texts/texts.ts'
import style from './pairing-code.module.css'
import { pairing } from './report.ts'
import { useSavedScreen } from './use-screen.ts'

const select = ({ state }: Mutation) => state.status === 'pending' && state.failureCount > 0

/** What an admin enters to give this screen a name, or why there is none yet. */
export const PairingCode = () => {
  const code = useSavedScreen()?.code
  const isOffline = useMutationState({ filters: pairing, select }).includes(true)
  if (code === undefined && !isOffline) return null
  const address = `${location.host}${withBasePath('/admin/screens')}`
  return (
    <section className={style.pairing} aria-label={t('pairing.title')} aria-live="polite">
      <p className={style.title}>{t('pairing.title')}</p>
      {code !== undefined && (
        <p className={style.code} dir="ltr">
          {code.slice(0, 3)} {code.slice(3)}
        </p>
      )}
      <p className={style.text}>{code === undefined ? t('pairing.offline') : t('pairing.text', { address })}</p>
    </section>
  )
}
