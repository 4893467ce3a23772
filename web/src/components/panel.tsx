import { type ReactNode, useEffect, useRef } from 'react'
import style from './panel.module.css'

/** Replaces a page's content and takes the focus. */
export const Panel = ({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={style.panel}>
      {icon}
      <h1 ref={heading} tabIndex={-1} className={style.title}>
        {title}
      </h1>
      {children}
    </div>
  )
}
