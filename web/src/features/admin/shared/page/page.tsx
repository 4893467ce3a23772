import { Button, Group, Skeleton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Note } from '#web/components/note.tsx'
import { ConfirmedButton, type ConfirmedButtonProps } from '#web/features/admin/shared/dialog.tsx'
import { useSite } from '#web/features/admin/shared/live-site.ts'
import { sentenceOf, t } from '#web/features/admin/texts/texts.ts'

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
      <div className="stack page-title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text && <p>{text}</p>}
      </div>
      {children}
    </Group>
  )
}

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

interface ConfirmedSectionProps extends Pick<ConfirmedButtonProps, 'confirm' | 'action'> {
  readonly id: string
  readonly title: string
  /** What it does, shown before and in the question. */
  readonly text: string
  readonly question: string
}

/** One thing that can be done to what the page shows, with a question before it. */
export const ConfirmedSection = ({ id, title, text, confirm = title, question, action }: ConfirmedSectionProps) => (
  <ActionSection id={id} title={title} text={text}>
    <ConfirmedButton title={question} text={text} action={action}>
      {confirm}
    </ConfirmedButton>
  </ActionSection>
)

/** The link above the title of a page, to the list that it belongs to. */
export const BackLink = ({ to, children }: { to: NonNullable<LinkProps['to']>; children: ReactNode }) => (
  <Link to={to} className="finger-link back-link">
    <IconArrowLeft size={18} aria-hidden="true" />
    {children}
  </Link>
)

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>
  /** Shown while loading; or the height of a single placeholder. */
  readonly placeholder: ReactNode | number
  readonly children: (data: T) => ReactNode
}

/** How every admin page shows what it loads: a placeholder, the data, or why it could not be loaded, with a way to try again. */
export const Loaded = <T,>({ query, placeholder, children }: LoadedProps<T>) => {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return typeof placeholder === 'number' ? <Skeleton height={placeholder} radius={14} /> : placeholder
  return (
    <Note kind="danger" title={t('app.notLoadedTitle')}>
      <p>{sentenceOf(error)}</p>
      <div>
        <Button variant="default" loading={isFetching} onClick={() => refetch()}>
          {t('app.again')}
        </Button>
      </div>
    </Note>
  )
}

type LoadProps<Fetched, T, Key extends QueryKey> = Omit<LoadedProps<T>, 'query'> & {
  readonly of: UseQueryOptions<Fetched, Error, T, Key>
}

/** Shows what only this part of a page loads. */
export const Load = <Fetched, T, Key extends QueryKey>({ of, ...shown }: LoadProps<Fetched, T, Key>) => (
  <Loaded query={useQuery(of)} {...shown} />
)
