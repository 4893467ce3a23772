import type { ReactNode } from 'react'
import style from './message-page.module.css'
import { PageFrame } from './page-frame.tsx'

interface MessagePageProps {
  readonly title: string
  readonly text: string
  readonly action: ReactNode
  readonly picture?: ReactNode
}

/** A page with a message and one action. */
export const MessagePage = ({ title, text, action, picture }: MessagePageProps) => (
  <PageFrame>
    <div className={style.message}>
      {picture}
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </div>
  </PageFrame>
)
