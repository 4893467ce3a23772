import type { ReactNode } from 'react'
import style from './message-page.module.css'
import { PageFrame } from './page-frame.tsx'

/** A page that only says something and offers one way on. */
export const MessagePage = ({ title, text, action }: { title: string; text: string; action: ReactNode }) => (
  <PageFrame>
    <div className={style.message}>
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </div>
  </PageFrame>
)
