import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { Note } from '#web/components/note.tsx'
import { Panel } from '#web/components/panel.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import style from './sending-panel.module.css'

interface FailedPanelProps {
  readonly error: unknown
  readonly onAgain: () => void
  readonly onEdit: () => void
}

export const FailedPanel = ({ error, onAgain, onEdit }: FailedPanelProps) => {
  const { t } = useTranslation()
  const limited = error instanceof ApiError && error.code === 'RATE_LIMITED'
  return (
    <Panel title={t(limited ? 'sending.limitedTitle' : 'sending.failed')}>
      <Note kind={limited ? 'warning' : 'danger'} icon={<IconAlertTriangle />}>
        <p>{errorSentence(t, error)}</p>
      </Note>
      <p>{t('sending.kept')}</p>
      <div className={style.actions}>
        <Button size="md" onClick={onAgain}>
          {t('sending.again')}
        </Button>
        <Button size="md" variant="default" onClick={onEdit}>
          {t('sending.edit')}
        </Button>
      </div>
    </Panel>
  )
}
