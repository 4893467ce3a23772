import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLeaving } from '#web/features/admin/moderation/decisions/leaving.ts'
import { lastQueue } from '#web/features/admin/moderation/list/last-queue.ts'
import { groupsPage } from '#web/features/admin/moderation/list/queue-queries.ts'
import type { AdminGroup } from './group-queries.ts'

/** Opens the next group of the list that was shown last, else the first one that waits; undefined when there is none. */
export const useNext = ({ groupId }: AdminGroup): (() => void) | undefined => {
  const navigate = useNavigate()
  const leaving = useLeaving()
  const { data } = useQuery(groupsPage(lastQueue() ?? {}))
  const ids = data?.groups.map((group) => group.groupId) ?? []
  const behind = ids.slice(ids.indexOf(groupId) + 1)
  const nextId = [...behind, ...ids].find((id) => id !== groupId && !leaving.has(id))
  if (nextId === undefined) return undefined
  return () => void navigate({ to: '/admin/moderation/$groupId', params: { groupId: nextId } })
}
