import { queryClient } from '#web/api/query-client.ts'
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

/** The page after the decision: without the groups that no longer belong to it. */
export const withDecision = (
  page: GroupsPage,
  { decision, groupIds, status }: { decision: Decision; groupIds: readonly string[]; status: Status },
): GroupsPage => {
  const groups = page.groups.flatMap((group) => {
    if (!groupIds.includes(group.groupId)) return [group]
    const next = after(group, decision)
    return belongs(next, status) ? [next] : []
  })
  return withOnly(page, groups)
}

const withOnly = (page: GroupsPage, groups: GroupsPage['groups']): GroupsPage => ({
  ...page,
  groups,
  totalCount: page.totalCount - (page.groups.length - groups.length),
})

/** The page without the groups that are being deleted. */
export const withoutPending = (page: GroupsPage, pending: ReadonlySet<string>): GroupsPage =>
  withOnly(
    page,
    page.groups.filter(({ groupId }) => !pending.has(groupId)),
  )

/** The page with groups of another state of it as they were and where they were. */
export const withRestored = (page: GroupsPage, before: GroupsPage, groupIds: readonly string[]): GroupsPage => {
  const now = new Map(page.groups.map((group) => [group.groupId, group]))
  const known = before.groups.flatMap((group) => {
    const shown = groupIds.includes(group.groupId) ? group : now.get(group.groupId)
    now.delete(group.groupId)
    return shown ?? []
  })
  return withOnly(page, [...known, ...now.values()])
}

/** Shows a decision on its page of the queue before the server has answered. */
export function decideOnPage(search: QueueSearch, decision: Decision, decided: readonly string[]) {
  const { queryKey } = groupsPage(search)
  const before = queryClient.getQueryData<GroupsPage>(queryKey)
  const { status = 'pending' } = search
  const change = (next: (page: GroupsPage) => GroupsPage) => {
    // A list that is being loaded does not include the decision yet.
    void queryClient.cancelQueries({ queryKey: ['admin', 'groups'] })
    queryClient.setQueryData<GroupsPage>(queryKey, (page) => page && next(page))
  }
  return {
    show: () => change((page) => withDecision(page, { decision, groupIds: decided, status })),
    restore: (groupIds = decided) =>
      groupIds.length > 0 && change((page) => (before ? withRestored(page, before, groupIds) : page)),
  }
}

type Identified = Pick<ListedGroup, 'groupId'>

/** The current group after these groups leave the list: the next one, or the last at the end. */
export const nextAfter = (groups: readonly Identified[], leaving: readonly string[]): string | undefined => {
  const last = groups.findLastIndex(({ groupId }) => leaving.includes(groupId))
  const stays = ({ groupId }: Identified) => !leaving.includes(groupId)
  return (groups.slice(last + 1).find(stays) ?? groups.slice(0, last + 1).findLast(stays))?.groupId
}
