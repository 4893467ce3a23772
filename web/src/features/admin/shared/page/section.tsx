import type { ReactNode } from 'react'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A part of a page with its heading, on a sheet of paper. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={`${id}-title`} className="sheet section paper">
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
)

/** A part that says what can be done to what the page shows, and has the buttons for it. */
export const ActionSection = ({ text, children, ...section }: SectionProps & { readonly text: string }) => (
  <Section {...section}>
    <p className="soft">{text}</p>
    <div className="actions">{children}</div>
  </Section>
)
