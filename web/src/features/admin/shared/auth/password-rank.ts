import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#web/api/api-error.ts'
import { queryClient } from '#web/api/query-client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'

interface ChosenPassword {
  readonly password: string
  /** Whose it is to be; without one the own account. */
  readonly username?: string | undefined
}

/** What the pages ask for, whatever the server is set to (D53). */
export const minPasswordRank = 3

/** The server ranks: its dictionaries are too large to load. */
const passwordRank = ({ password, username }: ChosenPassword) =>
  queryOptions({
    queryKey: ['password-rank', password, username],
    queryFn: async ({ signal }) => {
      const body = { password, ...(username && { username }) }
      return (await adminCall('POST /auth/password-strength', { body, signal })).rank
    },
    staleTime: 60_000,
    // Nothing that was typed stays in memory for long.
    gcTime: 60_000,
  })

const canRank = (password: string) => password.length >= limits.passwordMin && password.length <= limits.passwordMax

/** 0 to 4; undefined until it is known. */
export function usePasswordRank(chosen: ChosenPassword): number | undefined {
  const [typed] = useDebouncedValue(chosen.password, 500)
  const { data } = useQuery({ ...passwordRank({ ...chosen, password: typed }), enabled: canRank(typed) })
  return typed === chosen.password && canRank(typed) ? data : undefined
}

/** ApiError WEAK_PASSWORD. */
export async function requireStrongPassword(chosen: ChosenPassword): Promise<void> {
  if (!canRank(chosen.password)) return
  const rank = await queryClient.fetchQuery(passwordRank(chosen))
  if (rank >= minPasswordRank) return
  throw new ApiError({ status: 400, code: 'WEAK_PASSWORD', message: 'Too easy to guess', retryAfter: undefined })
}
