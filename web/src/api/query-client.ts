import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

// It assumes that a page is online until an event says otherwise: one that opens without a connection would never get it.
onlineManager.setOnline(navigator.onLine)

/** Only what may succeed the next time is retried. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a request fails immediately, instead of pausing silently.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 3 && isRetryable(error),
    },
  },
})
