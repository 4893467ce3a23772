import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePendingDeletion } from './group/use-session.ts'
import { groupsPage } from './session/groups.ts'
import { last } from './session/last-queue.ts'
import { saveOnLeaving } from './session/save-draft.ts'

/**
 * Opens the next and the previous group of the list that was shown last, else of those that wait, and saves what was typed;
 * undefined where there is none. After the last one comes the first that is left.
 */
export const useNeighbours = (groupId: string) => {
  const navigate = useNavigate()
  const { view } = useSearch({ from: '/admin/moderation/$groupId' })
  const pending = usePendingDeletion()
  const { data } = useQuery(groupsPage(last.queue ?? {}))
  const ids = data?.groups.map((group) => group.groupId) ?? []
  const at = ids.indexOf(groupId)
  const isOther = (id: string) => id !== groupId && !pending.has(id)
  const to = (id: string | undefined) =>
    id === undefined
      ? undefined
      : () => {
          void saveOnLeaving(groupId)
          void navigate({ to: '/admin/moderation/$groupId', params: { groupId: id }, search: view ? { view } : {} })
        }
  return {
    next: to([...ids.slice(at + 1), ...ids].find(isOther)),
    previous: to(ids.slice(0, Math.max(0, at)).findLast(isOther)),
  }
}
