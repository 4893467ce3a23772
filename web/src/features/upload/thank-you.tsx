import type { ReactNode } from 'react'
import { Panel } from '#web/components/panel.tsx'
import { t } from '#web/i18n/i18n.ts'
import style from './done-panel.module.css'
import type { UploadAnswer } from './send/send-draft.ts'

export interface Received {
  readonly answer: UploadAnswer
  /** Of the visitor; may be empty. */
  readonly name: string
  readonly retentionDays: number
}

interface ThankYouProps extends Received {
  readonly photos?: ReactNode
  readonly children: ReactNode
}

/** The photos have arrived: thanks, and what happens next. */
export const ThankYou = ({ answer, name, retentionDays, photos, children }: ThankYouProps) => {
  const { imageCount, isApproved } = answer
  return (
    <Panel title={name ? t('done.thanks', { name }) : t('done.title', { count: imageCount })} bare>
      {photos}
      <p className={style.received}>{isApproved ? t('done.approved') : t('done.next', { count: retentionDays })}</p>
      {children}
    </Panel>
  )
}
