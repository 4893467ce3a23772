import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import style from './page-title.module.css'

/** The first page of a visit leaves the focus where the browser has it. */
let moved = false

/** What had the focus goes: the next page takes it. */
export const leaveForPage = (): void => {
  moved = true
}

/** The heading of an admin page. It takes the focus when the page takes the place of another. */
export const PageTitle = ({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(`${title} · Werkschau`)
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true })
    moved = true
  }, [])
  return (
    <div className={style.head}>
      <div className={style.words}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text && <p>{text}</p>}
      </div>
      {children}
    </div>
  )
}
