import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/components/note.tsx'
import style from './upload-form.module.css'

/** The draft of an earlier visit is back. */
export const RestoredNote = ({ onDiscard }: { onDiscard: () => void }) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <Note kind="plain" icon={<IconHistory />} title={t(asking ? 'upload.discardSure' : 'upload.draftRestored')}>
      <div className={style.noteActions}>
        {asking && (
          <Button color="red" h={44} onClick={onDiscard}>
            {t('upload.discardYes')}
          </Button>
        )}
        <Button variant="default" h={44} onClick={() => setAsking(!asking)}>
          {t(asking ? 'upload.discardNo' : 'upload.discard')}
        </Button>
      </div>
    </Note>
  )
}
