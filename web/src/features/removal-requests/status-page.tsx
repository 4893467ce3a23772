import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isCode } from '#web/api/api-error.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { siteName } from '#web/api/site.ts'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { Panel } from '#web/components/panel.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import { dayAndTime } from '#web/i18n/format.ts'
import style from './page.module.css'
import { requestStatus, sentenceOf } from './request-status.ts'
import { t } from './texts/texts.ts'

/** The state of a request, for anyone with its link. */
export const RemovalStatusPage = () => {
  const { requestId } = useParams({ from: '/removal-requests/$requestId' })
  const { data, error } = useQuery(requestStatus(requestId))
  const unknown = isCode(error, 'REMOVAL_REQUEST_NOT_FOUND')
  useDocumentTitle(`${t('statusTitle')} · ${siteName}`)
  return (
    <PageFrame>
      <Panel title={t(unknown ? 'unknownTitle' : 'statusTitle')}>
        {unknown && <p>{t('unknownText')}</p>}
        {error && !unknown && <p role="alert">{errorSentence(error)}</p>}
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
