import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { useOnline } from '#web/components/hooks/use-online.ts'
import { t } from '#web/i18n/i18n.ts'
import style from './message-page.module.css'
import { PageFrame } from './page-frame.tsx'

interface MessageProps {
  readonly title: string
  readonly text: string
  readonly picture?: ReactNode
  /** What can be done. */
  readonly children: ReactNode
}

/** In the place of a page's content. */
export const Message = ({ title, text, picture, children }: MessageProps) => (
  <div className={`stack breakable ${style.message}`}>
    {picture}
    <h1 className="headline">{title}</h1>
    <p>{text}</p>
    {children}
  </div>
)

/** A page with a message and one action. */
export const MessagePage = (message: MessageProps) => (
  <PageFrame>
    <Message {...message} />
  </PageFrame>
)

export const CrashPage = () => {
  // Offline, the cause may be a part of the page that was not loaded yet.
  const online = useOnline()
  return (
    <MessagePage title={t('app.crashedTitle')} text={t(online ? 'app.crashedText' : 'errors.NETWORK')}>
      <Button size="md" onClick={() => window.location.reload()}>
        {t('app.reload')}
      </Button>
    </MessagePage>
  )
}

export const HomeButton = () => (
  <Button component="a" href={withBasePath('/')} size="md">
    {t('app.home')}
  </Button>
)

export const NotFoundPage = () => (
  <MessagePage picture={<EmptyFrames empty />} title={t('app.notFoundTitle')} text={t('app.notFoundText')}>
    <HomeButton />
  </MessagePage>
)
