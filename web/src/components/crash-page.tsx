import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MessagePage } from './message-page.tsx'

export const CrashPage = () => {
  const { t } = useTranslation()
  return (
    <MessagePage
      title={t('app.crashedTitle')}
      text={t('app.crashedText')}
      action={
        <Button size="md" onClick={() => window.location.reload()}>
          {t('app.reload')}
        </Button>
      }
    />
  )
}
