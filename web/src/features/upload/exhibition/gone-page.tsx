import '#web/features/upload/texts/texts.ts'
import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
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
