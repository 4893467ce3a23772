import { Group } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSite } from '#web/features/admin/shared/live-site.ts'
import style from './page-title.module.css'

/** False on the first page of a visit, which leaves the focus where the browser has it. */
let moved = false

/** The focused element is about to disappear: the next page takes the focus. */
export const leaveForPage = (): void => {
  moved = true
}

/** The heading of an admin page. It takes the focus when the page replaces another. */
export const PageTitle = ({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(`${title} · ${useSite().name}`)
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true })
    moved = true
  }, [])
  return (
    <Group justify="space-between" align="end" gap="16px 32px" mb={28}>
      <div className={`stack ${style.words}`}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text && <p>{text}</p>}
      </div>
      {children}
    </Group>
  )
}
