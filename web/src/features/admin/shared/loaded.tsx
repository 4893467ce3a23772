import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from './load-failed.tsx'

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>
  /** Shown while loading; or the height of a single placeholder. */
  readonly placeholder: ReactNode | number
  readonly children: (data: T) => ReactNode
}

/** How every admin page shows what it loads: a placeholder, the data, or why it could not be loaded. */
export const Loaded = <T,>({ query, placeholder, children }: LoadedProps<T>) => {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <LoadFailed error={error} loading={isFetching} onRetry={refetch} />
  return typeof placeholder === 'number' ? <Skeleton height={placeholder} radius={14} /> : placeholder
}
