import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Only what may go well the next time is tried again. */
const worthAnotherTry = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 3 && worthAnotherTry(error),
    },
  },
})
