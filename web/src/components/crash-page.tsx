import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MessagePage } from './message-page.tsx'
import { useOnline } from './use-online.ts'

export const CrashPage = () => {
  const { t } = useTranslation()
  // A part of the pages that was not loaded yet may be all that is missing.
  const online = useOnline()
  return (
    <MessagePage
      title={t('app.crashedTitle')}
      text={t(online ? 'app.crashedText' : 'errors.NETWORK')}
      action={
        <Button size="md" onClick={() => window.location.reload()}>
          {t('app.reload')}
        </Button>
      }
    />
  )
}
