import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { Note } from '#web/components/note.tsx'
import { Panel } from '#web/components/panel.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import style from './sending-panel.module.css'

interface FailedPanelProps {
  readonly error: unknown
  readonly onAgain: () => void
  /** Absent unless the server refused one photo of several. */
  readonly onWithoutRefused: (() => void) | undefined
  readonly onEdit: () => void
}

export const FailedPanel = ({ error, onAgain, onWithoutRefused, onEdit }: FailedPanelProps) => {
  const { t } = useTranslation()
  const limited = useLimited(error)
  return (
    <Panel title={t(limited ? 'sending.limitedTitle' : 'sending.failed')}>
      <Note kind={limited ? 'warning' : 'danger'} icon={<IconAlertTriangle />}>
        <p>{errorSentence(t, error)}</p>
      </Note>
      <p>{t('sending.kept')}</p>
      <div className={style.actions}>
        {onWithoutRefused ? (
          <Button size="md" onClick={onWithoutRefused}>
            {t('sending.withoutRefused')}
          </Button>
        ) : (
          <Button size="md" disabled={limited} onClick={onAgain}>
            {t('sending.again')}
          </Button>
        )}
        <Button size="md" variant="default" onClick={onEdit}>
          {t('sending.edit')}
        </Button>
      </div>
    </Panel>
  )
}
