import { Anchor, Button } from '@mantine/core'
import { IconHistory, IconPhotoCog, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Note } from '#web/components/note.tsx'
import style from './notes.module.css'
import { t } from './texts/texts.ts'
import '#web/i18n/later/texts.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { uploadPath } from '#web/api/site.ts'
import type { DraftOnDevice } from './draft/use-draft.ts'

/** Stays until the next change: undoing is not a race. */
export const RemovedBar = ({ file, onUndo }: { file: string; onUndo: () => void }) => (
  <div className={style.bar} role="status">
    <span className="one-line">{t('photos.removed', { file })}</span>
    <Button className={style.undo} onClick={onUndo}>
      {t('photos.undo')}
    </Button>
  </div>
)

export interface DraftNotesProps {
  readonly onDevice: DraftOnDevice
  /** Sending was cancelled. */
  readonly cancelled: boolean
  /** A photo is being converted or made smaller. */
  readonly prepares: boolean
}

/** What the visitor should know of the draft before choosing photos. */
export const DraftNotes = ({ onDevice: { restored, kept, discard }, cancelled, prepares }: DraftNotesProps) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      {cancelled && <Note kind="plain" title={t('sending.cancelled')} />}
      {restored && (
        <Note kind="plain" icon={<IconHistory />} title={t(asking ? 'upload.discardSure' : 'upload.draftRestored')}>
          <div className="actions">
            {asking && (
              <Button color="red" onClick={discard}>
                {t('upload.discardYes')}
              </Button>
            )}
            <Button variant="default" onClick={() => setAsking(!asking)}>
              {t(asking ? 'upload.discardNo' : 'upload.discard')}
            </Button>
          </div>
        </Note>
      )}
      {!kept && <Note kind="warning" title={t('upload.draftNotKept')} />}
      {prepares && <Note kind="plain" icon={<IconPhotoCog />} title={t('photos.preparing')} />}
    </>
  )
}

/** Says that this device keeps nothing, and offers a way out on the visitor's own device. */
export const SharedNote = () => (
  <div className={style.shared}>
    <Note kind="plain" icon={<IconUsers />} title={t('shared.title')}>
      <p>{t('shared.hint')}</p>
      <Anchor href={withBasePath(`${uploadPath}?device=own`)}>{t('shared.leave')}</Anchor>
    </Note>
  </div>
)
