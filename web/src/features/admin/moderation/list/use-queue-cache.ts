import { useQueryClient } from '@tanstack/react-query'
import { type GroupsPage, groupsPage } from './queue-queries.ts'
import type { QueueSearch } from './queue-search.ts'

export type QueueCache = ReturnType<typeof useQueueCache>

/** The shown page of the queue, to be changed before the server has answered. */
export const useQueueCache = (search: QueueSearch) => {
  const client = useQueryClient()
  const { queryKey } = groupsPage(search)
  return {
    page: () => client.getQueryData<GroupsPage>(queryKey),
    change: (next: (page: GroupsPage) => GroupsPage) =>
      client.setQueryData<GroupsPage>(queryKey, (page) => page && next(page)),
    /** A list that is being loaded does not include the next step yet. */
    stopLoading: () => void client.cancelQueries({ queryKey: ['admin', 'groups'] }),
  }
}
