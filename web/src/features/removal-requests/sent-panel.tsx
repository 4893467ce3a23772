import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Panel } from '#web/components/panel.tsx'
import { dayAndTime } from '#web/i18n/format.ts'
import style from './request-form.module.css'
import { requestStatus } from './request-status.ts'

export const SentPanel = ({ requestId, statusUrl }: { readonly requestId: string; readonly statusUrl: string }) => {
  const { t } = useTranslation('removal-requests')
  const { data } = useQuery(requestStatus(requestId))
  return (
    <Panel title={t('sentTitle')}>
      {data && <p>{t('sentText', { deadline: dayAndTime(data.deadline) })}</p>}
      <p>{t('keepLink')}</p>
      <p className={style.link} dir="ltr">
        <a href={statusUrl}>{statusUrl}</a>
      </p>
    </Panel>
  )
}
