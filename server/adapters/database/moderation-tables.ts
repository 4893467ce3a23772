import type { Generated } from 'kysely'
import type { RemovalDecision, RemovalReason } from '#contract/removal-requests.ts'
import type { Takedown } from '#server/ports/takedown-store.ts'

/** What the search looks through, folded; made from the group and its images. */
export interface GroupSearchTable {
  id: Generated<number>
  group_id: string
  search_text: string
}

/** What was posted on a platform (D78). */
export interface PostingsTable {
  id: Generated<number>
  group_id: string
  platform_id: number
  url: string
  /** A list of image ids; empty means all of the group. */
  image_ids: string
  posted_at: string
  taken_down_at: string | null
  taken_down_by: string | null
}

/** Orders to take down posts of groups or images that are deleted (D78). */
export interface TakedownsTable {
  id: Generated<number>
  group_id: string
  platform_id: number
  reason: Takedown['reason']
  url: string | null
  ordered_at: string | null
  done_at: string | null
  done_by: string | null
}

/** What a moderator's step replaced, for its undo; kept for an hour. */
export interface ModerationUndoTable {
  undo_id: string
  group_id: string
  before: string
  after: string
  created_at: string
}

/** People who want a photo removed (D70). It outlives the photo, without personal data. */
export interface RemovalRequestsTable {
  request_id: string
  /** null, as `group_id`, where no photo was found. */
  image_id: number | null
  group_id: string | null
  /** As it was entered. */
  code: string | null
  reason: RemovalReason
  message: string | null
  contact: string | null
  /** As limits count it. */
  address: string | null
  hidden_at_once: 0 | 1
  created_at: string
  deadline: string
  /** null while it is open. */
  decision: RemovalDecision | null
  note: string | null
  decided_at: string | null
  decided_by: string | null
  /** When the photo was redacted after the request. */
  redacted_at: string | null
}
