import { siteName } from '#web/api/site.ts'
import './texts/texts.ts'
import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isCode } from '#web/api/api-error.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { Panel } from '#web/components/panel.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import { dayAndTime } from '#web/i18n/format.ts'
import style from './page.module.css'
import { requestStatus, sentenceOf } from './request-status.ts'

const route = getRouteApi('/removal-requests/$requestId')

/** The state of a request, for anyone with its link. */
export const RemovalStatusPage = () => {
  const { requestId } = route.useParams()
  const { t } = useTranslation('removal-requests')
  const { t: tAll } = useTranslation()
  const { data, error } = useQuery(requestStatus(requestId))
  const unknown = isCode(error, 'REMOVAL_REQUEST_NOT_FOUND')
  useDocumentTitle(`${t('statusTitle')} · ${siteName}`)
  return (
    <PageFrame>
      <Panel title={t(unknown ? 'unknownTitle' : 'statusTitle')}>
        {unknown && <p>{t('unknownText')}</p>}
        {error && !unknown && <p role="alert">{errorSentence(tAll, error)}</p>}
        {data && <p role="status">{t(sentenceOf(data), { deadline: dayAndTime(data.deadline) })}</p>}
        {data?.note && (
          <>
            <p>{t('words')}</p>
            <blockquote className={style.note} dir="auto">
              {data.note}
            </blockquote>
          </>
        )}
        <Button component="a" href={withBasePath('/removal-requests')} size="md" variant="default">
          {t('again')}
        </Button>
      </Panel>
    </PageFrame>
  )
}
