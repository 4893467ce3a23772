import { onSessionEnd } from '#web/features/admin/shared/auth/session-end.ts'
import type { QueueSearch } from './queue-search.ts'

/** What was shown last: the pages of groups follow the order of the list, and the list continues with the group. */
export const last: { queue?: QueueSearch | undefined; groupId?: string | undefined } = {}
onSessionEnd(() => Object.assign(last, { queue: undefined, groupId: undefined }))
