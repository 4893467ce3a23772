import type { GroupsPage, ListedGroup } from './queue-queries.ts'
import type { Status } from './queue-search.ts'

export type Decision = 'approve' | 'unapprove'
export type Action = Decision | 'delete'

/** A group and its place in the list, so that it can be put back. */
export interface Placed {
  readonly group: ListedGroup
  readonly index: number
}

const after = (group: ListedGroup, action: Decision): ListedGroup => {
  if (action === 'unapprove') return { ...group, isApproved: false }
  return {
    ...group,
    isApproved: true,
    changedSinceApproval: false,
    changesSinceApproval: [],
    // The cleanup never deletes a group that was approved once.
    deletionDate: null,
  }
}

const belongs = (group: ListedGroup, status: Status): boolean => {
  if (status === 'pending') return !group.isApproved
  if (status === 'approved') return group.isApproved
  return status === 'all' || group.changedSinceApproval
}

export const placedIn = (page: GroupsPage, groupIds: readonly string[]): Placed[] =>
  page.groups.flatMap((group, index) => (groupIds.includes(group.groupId) ? [{ group, index }] : []))

/** The page after the action: without the groups that no longer belong to it. */
export const withAction = (
  page: GroupsPage,
  { action, groupIds, status }: { action: Decision; groupIds: readonly string[]; status: Status },
): GroupsPage => {
  const groups = page.groups.flatMap((group) => {
    if (!groupIds.includes(group.groupId)) return [group]
    const next = after(group, action)
    return belongs(next, status) ? [next] : []
  })
  return { ...page, groups, totalCount: page.totalCount - (page.groups.length - groups.length) }
}

/** The page without the groups that are being deleted. */
export const withoutLeaving = (page: GroupsPage, leaving: ReadonlySet<string>): GroupsPage => {
  const groups = page.groups.filter(({ groupId }) => !leaving.has(groupId))
  return { ...page, groups, totalCount: page.totalCount - (page.groups.length - groups.length) }
}

/** The page with these groups as they were and where they were. */
export const withGroups = (page: GroupsPage, placed: readonly Placed[]): GroupsPage => {
  const groups = [...page.groups]
  let added = 0
  for (const { group, index } of placed.toSorted((a, b) => a.index - b.index)) {
    const at = groups.findIndex(({ groupId }) => groupId === group.groupId)
    if (at >= 0) groups[at] = group
    else {
      groups.splice(index, 0, group)
      added += 1
    }
  }
  return { ...page, groups, totalCount: page.totalCount + added }
}

type Identified = Pick<ListedGroup, 'groupId'>

/** The current group after these groups leave the list: the next one, or the last at the end. */
export const nextAfter = (groups: readonly Identified[], leaving: readonly string[]): string | undefined => {
  const last = groups.findLastIndex(({ groupId }) => leaving.includes(groupId))
  const stays = ({ groupId }: Identified) => !leaving.includes(groupId)
  return (groups.slice(last + 1).find(stays) ?? groups.slice(0, last + 1).findLast(stays))?.groupId
}
