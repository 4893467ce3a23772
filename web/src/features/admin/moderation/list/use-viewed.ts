import { useQuery } from '@tanstack/react-query'
import { adminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import type { SeenGroup } from '#web/features/admin/moderation/seen/differences.ts'
import type { ListedGroup } from './queue-queries.ts'

/** The listed groups; the one in the lightbox with all of its photos, also when the list has lost it meanwhile. */
export const useViewed = (listed: readonly ListedGroup[], groupId: string | undefined): readonly SeenGroup[] => {
  const { data: viewed } = useQuery({ ...adminGroup(groupId ?? ''), enabled: groupId !== undefined })
  if (groupId === undefined || viewed?.groupId !== groupId) return listed
  const isListed = listed.some((group) => group.groupId === groupId)
  return isListed ? listed.map((group) => (group.groupId === groupId ? viewed : group)) : [...listed, viewed]
}
