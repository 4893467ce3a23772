import { Anchor, Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { ManagementLink } from '#web/components/management-link.tsx'
import { Panel } from '#web/components/panel.tsx'
import type { Photo } from '#web/components/photos/photo.ts'
import style from './done-panel.module.css'
import { PhotoStrip } from './photo-strip.tsx'
import type { UploadAnswer } from './send/send-draft.ts'

interface DonePanelProps {
  readonly answer: UploadAnswer
  readonly photos: readonly Photo[]
  readonly retentionDays: number
  /** The link is in the device's list. */
  readonly kept: boolean
  readonly onMore: () => void
}

export const DonePanel = ({ answer, photos, retentionDays, kept, onMore }: DonePanelProps) => {
  const { t } = useTranslation()
  return (
    <Panel
      title={t('done.title')}
      icon={
        <span className={style.tick} aria-hidden="true">
          <IconCheck size={36} stroke={2.5} />
        </span>
      }
    >
      <p className={style.received}>
        {t('done.received', { count: answer.imageCount })} {t('done.retention', { count: retentionDays })}
      </p>
      <PhotoStrip photos={photos} />
      {answer.managementUrl !== undefined && (
        <section aria-labelledby="link-title" className={style.section}>
          <h2 id="link-title">{t('done.linkTitle')}</h2>
          <ManagementLink url={answer.managementUrl}>
            <p>{t('done.linkText')}</p>
            <p className={style.warning}>{t('done.linkWarning')}</p>
            <p className={style.kept}>{t(kept ? 'done.keptHere' : 'done.notKeptHere')}</p>
          </ManagementLink>
        </section>
      )}
      <div className={style.actions}>
        {answer.managementToken !== undefined && (
          <Anchor href={withBasePath(`/manage/${answer.managementToken}`)} className={style.open}>
            {t('done.open')}
          </Anchor>
        )}
        <Button variant="default" size="md" onClick={onMore}>
          {t('done.more')}
        </Button>
      </div>
    </Panel>
  )
}
