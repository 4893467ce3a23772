import '#web/features/upload/texts/texts.ts'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { siteName } from '#web/api/site.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { HomeButton, MessagePage } from '#web/components/pages/message-page.tsx'

const Gone = ({ what, action }: { readonly what: 'exhibition' | 'staffLink'; readonly action: ReactNode }) => {
  const { t } = useTranslation('upload')
  const title = t(`${what}.gone.title`)
  useDocumentTitle(`${title} · ${siteName}`)
  return <MessagePage picture={<EmptyFrames empty />} title={title} text={t(`${what}.gone.text`)} action={action} />
}

/** The same for an exhibition that has ended and one that never was: the server does not say which (D81). */
export const GonePage = () => {
  const { t } = useTranslation('upload')
  return <Gone what="exhibition" action={<p>{t('exhibition.link')}</p>} />
}

/** The same for an invalid staff link; its photos can be sent from the page for everybody (D91). */
export const InvalidLinkPage = () => <Gone what="staffLink" action={<HomeButton />} />
