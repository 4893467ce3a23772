import { queryClient } from '#web/api/query-client.ts'
import { onSessionEnd } from '#web/features/admin/shared/auth/session.ts'
import { type GroupsPage, groupsPage, type ListedGroup } from './groups.ts'
import type { QueueSearch, Status } from './queue-search.ts'

export type Decision = 'approve' | 'unapprove'

const after = (group: ListedGroup, decision: Decision): ListedGroup => {
  if (decision === 'unapprove') return { ...group, isApproved: false }
  // The cleanup never deletes a group that was approved once.
  const unchanged = { changedSinceApproval: false, changesSinceApproval: [], deletionDate: null }
  return { ...group, isApproved: true, ...unchanged }
}

const belongs = (group: ListedGroup, status: Status): boolean => {
  if (status === 'pending') return !group.isApproved
  if (status === 'approved') return group.isApproved
  return status === 'all' || group.changedSinceApproval
}

/** The page with other groups. */
const withGroups = (page: GroupsPage, groups: GroupsPage['groups']): GroupsPage => ({
  ...page,
  groups,
  totalCount: page.totalCount - (page.groups.length - groups.length),
})

/** The page without the groups that are being deleted. */
export const withoutPending = (page: GroupsPage, pending: ReadonlySet<string>): GroupsPage => {
  const groups = page.groups.filter(({ groupId }) => !pending.has(groupId))
  return withGroups(page, groups)
}

/** The page with groups as they were, where they were. */
const withRestored = (page: GroupsPage, before: GroupsPage, groupIds: readonly string[]): GroupsPage => {
  const now = new Map(page.groups.map((group) => [group.groupId, group]))
  const known = before.groups.flatMap((group) => {
    const shown = groupIds.includes(group.groupId) ? group : now.get(group.groupId)
    now.delete(group.groupId)
    return shown ?? []
  })
  return withGroups(page, [...known, ...now.values()])
}

/** Shows a decision on its page of the queue before the server has answered: without groups that no longer belong there. */
export function decideOnPage(search: QueueSearch, decision: Decision, decided: readonly string[]) {
  const { queryKey } = groupsPage(search)
  const before = queryClient.getQueryData(queryKey)
  const change = (next: (page: GroupsPage) => GroupsPage) => {
    // A list that is being loaded does not include the decision yet.
    void queryClient.cancelQueries({ queryKey: ['admin', 'groups'] })
    queryClient.setQueryData(queryKey, (page) => page && next(page))
  }
  const decide = (group: ListedGroup) => {
    if (!decided.includes(group.groupId)) return [group]
    return [after(group, decision)].filter((next) => belongs(next, search.status ?? 'pending'))
  }
  return {
    show: () => change((page) => withGroups(page, page.groups.flatMap(decide))),
    restore: (groupIds = decided) =>
      before && groupIds.length > 0 && change((page) => withRestored(page, before, groupIds)),
  }
}

type Identified = Pick<ListedGroup, 'groupId'>

/** The current group after these groups leave the list: the next one, or the last at the end. */
export const nextAfter = (groups: readonly Identified[], leaving: readonly string[]): string | undefined => {
  const end = groups.findLastIndex(({ groupId }) => leaving.includes(groupId)) + 1
  const stays = ({ groupId }: Identified) => !leaving.includes(groupId)
  return (groups.slice(end).find(stays) ?? groups.slice(0, end).findLast(stays))?.groupId
}

/** What was shown last: the pages of groups follow the order of the list, and the list continues with the group. */
export const last: { queue?: QueueSearch | undefined; groupId?: string | undefined } = {}
onSessionEnd(() => Object.assign(last, { queue: undefined, groupId: undefined }))
