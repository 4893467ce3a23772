import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import style from './panel.module.css'

interface PanelProps {
  readonly title: string
  /** Something was achieved: a tick says so. */
  readonly done?: boolean
  /** On the wall itself, without paper. */
  readonly bare?: boolean
  readonly children: ReactNode
}

/** Replaces a page's content and takes the focus. */
export const Panel = ({ title, done = false, bare = false, children }: PanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={`stack ${style.panel}`} data-bare={bare || undefined}>
      {done && (
        <span className={`centred ${style.tick}`} aria-hidden="true">
          <IconCheck size={36} stroke={2.5} />
        </span>
      )}
      <h1 ref={heading} tabIndex={-1} className={style.title}>
        {title}
      </h1>
      {children}
    </div>
  )
}
