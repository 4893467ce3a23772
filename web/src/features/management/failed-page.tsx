import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isCode } from '#web/api/api-error.ts'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { MessagePage } from '#web/components/pages/message-page.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'

interface FailedPageProps {
  readonly error: unknown
  readonly loading: boolean
  readonly onAgain: () => void
}

export const FailedPage = ({ error, loading, onAgain }: FailedPageProps) => {
  const { t } = useTranslation('management')
  const { t: tAll } = useTranslation()
  const limited = useLimited(error)
  const reason = isCode(error, 'IP_BANNED') ? 'banned' : 'limited'
  return (
    <MessagePage
      title={t(`failed.${limited ? reason : 'title'}`)}
      text={`${errorSentence(tAll, error)} ${t('failed.kept')}`}
      action={
        <Button size="md" disabled={limited} loading={loading} onClick={onAgain}>
          {t('failed.again')}
        </Button>
      }
    />
  )
}
