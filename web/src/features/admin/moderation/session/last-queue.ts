import { onSessionEnd } from '#web/features/admin/shared/auth/session-end.ts'
import type { QueueSearch } from './queue-search.ts'

let queue: QueueSearch | undefined
let group: string | undefined
onSessionEnd(() => {
  queue = undefined
  group = undefined
})

/** The list that was shown last: the pages of its groups follow its order. */
export const recordQueue = (search: QueueSearch): void => {
  queue = search
}
export const lastQueue = (): QueueSearch | undefined => queue

/** The group that was shown last: the list continues there. */
export const recordGroup = (groupId: string): void => {
  group = groupId
}
export const lastGroup = (): string | undefined => group
