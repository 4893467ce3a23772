import { queryClient } from '#web/api/query-client.ts'

const mutationKey = ['moderation']

const reload = () => {
  if (queryClient.isMutating({ mutationKey }) === 0) void queryClient.invalidateQueries({ queryKey: ['admin'] })
}

/**
 * Changes something on the server, one after another within a scope: an undo must not overtake its step. Everything is
 * loaded again after the last of several changes: an earlier answer would bring back what the others have just removed.
 */
export async function mutate<Answer>(scope: string, mutationFn: () => Promise<Answer>): Promise<Answer> {
  const options = { mutationKey, scope: { id: scope }, mutationFn }
  try {
    return await queryClient.getMutationCache().build(queryClient, options).execute(undefined)
  } finally {
    // After the caller has shown the answer.
    setTimeout(reload)
  }
}
