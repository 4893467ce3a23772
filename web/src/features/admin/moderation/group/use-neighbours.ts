import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLeaving } from '#web/features/admin/moderation/decisions/leaving.ts'
import { useSaveDraft } from '#web/features/admin/moderation/drafts/use-save-draft.ts'
import { lastQueue } from '#web/features/admin/moderation/list/last-queue.ts'
import { groupsPage } from '#web/features/admin/moderation/list/queue-queries.ts'
import type { AdminGroup } from './group-queries.ts'

/**
 * Opens the next and the previous group of the list that was shown last, else of those that wait, and saves what was typed;
 * undefined where there is none. After the last one comes the first that is left.
 */
export const useNeighbours = ({ groupId }: AdminGroup) => {
  const navigate = useNavigate()
  const { view } = useSearch({ from: '/admin/moderation/$groupId' })
  const leaving = useLeaving()
  const save = useSaveDraft()
  const { data } = useQuery(groupsPage(lastQueue() ?? {}))
  const ids = data?.groups.map((group) => group.groupId) ?? []
  const at = ids.indexOf(groupId)
  const isOther = (id: string) => id !== groupId && !leaving.has(id)
  const to = (id: string | undefined) =>
    id === undefined
      ? undefined
      : () => {
          save(groupId)
          void navigate({ to: '/admin/moderation/$groupId', params: { groupId: id }, search: view ? { view } : {} })
        }
  return {
    next: to([...ids.slice(at + 1), ...ids].find(isOther)),
    previous: to(ids.slice(0, Math.max(0, at)).findLast(isOther)),
  }
}
