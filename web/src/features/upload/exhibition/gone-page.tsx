import { useDocumentTitle } from '@mantine/hooks'
import { siteName } from '#web/api/site.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { HomeButton, MessagePage } from '#web/components/pages/message-page.tsx'
import { t } from '#web/features/upload/texts/texts.ts'

const Gone = ({ what }: { readonly what: 'exhibition' | 'staffLink' }) => {
  const title = t(`${what}.gone.title`)
  useDocumentTitle(`${title} · ${siteName}`)
  return (
    <MessagePage picture={<EmptyFrames empty />} title={title} text={t(`${what}.gone.text`)}>
      {what === 'staffLink' ? <HomeButton /> : <p>{t('exhibition.link')}</p>}
    </MessagePage>
  )
}

/** The same for an exhibition that has ended and one that never was: the server does not say which (D81). */
export const GonePage = () => <Gone what="exhibition" />

/** The same for an invalid staff link; its photos can be sent from the page for everybody (D91). */
export const InvalidLinkPage = () => <Gone what="staffLink" />
