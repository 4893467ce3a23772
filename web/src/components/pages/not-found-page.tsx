import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { MessagePage } from './message-page.tsx'

export const NotFoundPage = () => {
  const { t } = useTranslation()
  return (
    <MessagePage
      picture={<EmptyFrames empty />}
      title={t('app.notFoundTitle')}
      text={t('app.notFoundText')}
      action={
        <Button component="a" href={withBasePath('/')} size="md">
          {t('app.home')}
        </Button>
      }
    />
  )
}
