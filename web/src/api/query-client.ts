import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

// It takes a page for online until told otherwise, and one that opens without a connection would not notice the first.
onlineManager.setOnline(navigator.onLine)

/** Only what may go well the next time is tried again. */
const isRetryable = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a connection a request fails at once and says so, instead of waiting without a word.
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
