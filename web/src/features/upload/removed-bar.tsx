import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import style from './removed-bar.module.css'

/** Stays until the next change: undoing is not a race. */
export const RemovedBar = ({ file, onUndo }: { file: string; onUndo: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className={style.bar} role="status">
      <span className={style.text}>{t('photos.removed', { file })}</span>
      <Button h={44} className={style.undo} onClick={onUndo}>
        {t('photos.undo')}
      </Button>
    </div>
  )
}
