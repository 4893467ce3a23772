import { VisuallyHidden } from '@mantine/core'
import { IconPlayerPauseFilled } from '@tabler/icons-react'
import { useTexts } from '#web/features/slideshow/texts/texts.ts'
import style from './notices.module.css'

interface NoticesProps {
  readonly online: boolean
  readonly paused: boolean
  readonly loading: boolean
}

/** Signs that a passer-by does not notice but the person who looks after the screen does. */
export const Notices = ({ online, paused, loading }: NoticesProps) => {
  const { t } = useTexts()
  return (
    <div className={style.notices} role="status">
      {!online && (
        <span className={style.dot} title={t('offline')}>
          <VisuallyHidden>{t('offline')}</VisuallyHidden>
        </span>
      )}
      {paused && (
        <span className={style.paused}>
          <IconPlayerPauseFilled size="1em" aria-hidden="true" />
          <VisuallyHidden>{t('paused')}</VisuallyHidden>
        </span>
      )}
      {loading && <span className={style.loading}>{t('loading')}</span>}
    </div>
  )
}
