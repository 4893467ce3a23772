import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#web/components/hooks/use-online.ts'
import { MessagePage } from './message-page.tsx'

export const CrashPage = () => {
  const { t } = useTranslation()
  // Offline, the cause may be a part of the page that was not loaded yet.
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
