import { Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Note } from '#web/components/note.tsx'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>
  /** Shown while loading; or the height of a single placeholder. */
  readonly placeholder: ReactNode | number
  readonly children: (data: T) => ReactNode
}

/** How every admin page shows what it loads: a placeholder, the data, or why it could not be loaded. */
export const Loaded = <T,>({ query, placeholder, children }: LoadedProps<T>) => {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <LoadFailed {...query} />
  return typeof placeholder === 'number' ? <Skeleton height={placeholder} radius={14} /> : placeholder
}

/** Says why something could not be loaded, and tries again. */
const LoadFailed = ({ error, isFetching, refetch }: UseQueryResult) => {
  const { t } = useTexts()
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
