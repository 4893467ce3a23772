import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { useOnline } from '#web/components/hooks/use-online.ts'
import style from './message-page.module.css'
import { PageFrame } from './page-frame.tsx'

interface MessageProps {
  readonly title: string
  readonly text: string
  readonly action: ReactNode
  readonly picture?: ReactNode
}

/** In the place of a page's content. */
export const Message = ({ title, text, action, picture }: MessageProps) => (
  <div className={`stack ${style.message}`}>
    {picture}
    <h1 className="headline">{title}</h1>
    <p>{text}</p>
    {action}
  </div>
)

/** A page with a message and one action. */
export const MessagePage = (message: MessageProps) => (
  <PageFrame>
    <Message {...message} />
  </PageFrame>
)

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

export const HomeButton = () => {
  const { t } = useTranslation()
  return (
    <Button component="a" href={withBasePath('/')} size="md">
      {t('app.home')}
    </Button>
  )
}

export const NotFoundPage = () => {
  const { t } = useTranslation()
  return (
    <MessagePage
      picture={<EmptyFrames empty />}
      title={t('app.notFoundTitle')}
      text={t('app.notFoundText')}
      action={<HomeButton />}
    />
  )
}
