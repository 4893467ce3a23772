import '#web/features/upload/texts/texts.ts'
import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { siteName } from '#web/api/site.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { MessagePage } from '#web/components/pages/message-page.tsx'

/** The same for an exhibition that has ended and one that never was: the server does not say which (D81). */
export const GonePage = () => {
  const { t } = useTranslation('upload')
  useDocumentTitle(`${t('exhibition.gone.title')} · ${siteName}`)
  return (
    <MessagePage
      picture={<EmptyFrames empty />}
      title={t('exhibition.gone.title')}
      text={t('exhibition.gone.text')}
      action={<p>{t('exhibition.link')}</p>}
    />
  )
}

/** The same for a staff link that has expired, was revoked or never was; its photos can go the way of everybody's (D91). */
export const InvalidLinkPage = () => {
  const { t } = useTranslation()
  const { t: own } = useTranslation('upload')
  useDocumentTitle(`${own('staffLink.gone.title')} · ${siteName}`)
  return (
    <MessagePage
      picture={<EmptyFrames empty />}
      title={own('staffLink.gone.title')}
      text={own('staffLink.gone.text')}
      action={
        <Button component="a" href={withBasePath('/')} size="md">
          {t('app.home')}
        </Button>
      }
    />
  )
}
