import type { ReactNode } from 'react'
import style from './section.module.css'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A part of a page with its heading, on a sheet of paper. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={`${id}-title`} className={`sheet ${style.section} ${style.paper}`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)
