import type { Generated, Selectable } from 'kysely'
import type { Posting } from '#contract/social-media/takedowns.ts'
import type { SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import type { Exhibition } from '#server/domain/exhibition.ts'
import type { Group, Image } from '#server/domain/group.ts'
import type { RemovalRequest } from '#server/domain/removal-request.ts'
import type { Screen } from '#server/domain/screen.ts'
import type { StaffLink } from '#server/domain/staff-link.ts'
import type { ConsentChange, ConsentText } from '#server/ports/consent-store.ts'
import type { FileKind } from '#server/ports/file-store.ts'
import type { TransferredConsent } from '#server/ports/group-transfer.ts'
import type { AuditLogEntry } from '#server/ports/logs/audit-log.ts'
import type { DeletionLogEntry } from '#server/ports/logs/deletion-log.ts'
import type { ModerationStep } from '#server/ports/moderation-undo.ts'
import type { ChatBinding, ChatMessage, ChatPhoto } from '#server/ports/notifications/chat-store.ts'
import type { Pairing } from '#server/ports/screens.ts'
import type { Submission } from '#server/ports/submission-store.ts'
import type { Takedown } from '#server/ports/takedown-store.ts'
import type { AccountTables } from './account-tables.ts'
import type { Columns, Flag } from './columns.ts'

/**
 * `Columns` are those of the fields of an object, which says what they mean. Timestamps are ISO 8601 text in UTC with
 * milliseconds, so that text order is time order on both engines; lists and records are JSON text.
 */
export interface Tables extends AccountTables {
  /** Exhibitions (D79); 1 is `main`. */
  exhibitions: Columns<Omit<Exhibition, 'id'>> & {
    id: Generated<number>
    /** Deleted after its end: the row keeps the slug from others. */
    deleted: Flag
  }
  groups: Columns<Omit<Group, 'isApproved'>> & {
    approved: Flag
    /** The client's key of the upload that made the group: a repeated upload finds it. */
    upload_key: string | null
    /** Of the body of that upload. */
    upload_digest: string | null
    /** Raised first in every transaction that changes the group: a row lock where the engine has them. */
    revision: Generated<number>
  }
  images: Columns<Omit<Image, 'id' | 'previewName' | 'exifLocation' | 'imageAnalysis'>> & {
    id: Generated<number>
    /** Served; replaced with `file_name`. */
    preview_path: string
    exif_location_lat: number | null
    exif_location_lon: number | null
    /** null, like the sharpness: the preview was not analysed yet. */
    perceptual_hash: string | null
    sharpness: number | null
  }
  /** What the search looks through, folded; made from the group and its images. */
  group_search: {
    id: Generated<number>
    group_id: string
    search_text: string
  }
  image_additions: {
    group_id: string
    addition_key: string
    image_count: number
    /** null, like the time: from before they were recorded. */
    body_digest: string | null
    created_at: string | null
  }
  social_media_platforms: Columns<SocialMediaPlatform> & {
    /** From 1; null: the place of its id. */
    position: number | null
  }
  group_social_media_consents: Columns<Omit<TransferredConsent, 'platformName'>> & {
    group_id: string
  }
  /** What was posted on a platform (D78). */
  postings: Columns<Omit<Posting, 'id'>> & {
    id: Generated<number>
    taken_down_at: string | null
    taken_down_by: string | null
  }
  /** Orders to take down posts of groups or images that are deleted (D78). */
  takedowns: {
    id: Generated<number>
    group_id: string
    platform_id: number
    reason: Takedown['reason']
    url: string | null
    ordered_at: string | null
    done_at: string | null
    done_by: string | null
  }
  /** Everything that was agreed to or withdrawn, in order; deleted with its group. */
  consent_history: Columns<ConsentChange> & {
    id: Generated<number>
  }
  consent_texts: Columns<ConsentText>
  /** People who want a photo removed (D70). It outlives the photo, without personal data. */
  removal_requests: Columns<RemovalRequest>
  /** What a moderator's step replaced, for its undo; kept for one to two hours. */
  moderation_undo: Columns<ModerationStep>
  /** The last change of every group, deleted ones included, so that copies in memory can follow. */
  group_changes: {
    group_id: string
    slot: Generated<number>
    /** Of the slot's counter. */
    version: number
  }
  /** The number of changes of groups is the sum of these counters. */
  change_counters: {
    slot: number
    version: number
  }
  /** Uploads that arrive in pieces (D66). */
  submissions: Columns<Submission> & {
    /** Raised first in every transaction that changes it: a row lock where the engine has them. */
    revision: Generated<number>
  }
  /** Files to remove: those of deleted rows, and those of uploads that never became rows. */
  file_removals: {
    kind: FileKind
    name: string
    /** Not before this time: an upload that is still running owns its files. `held` for those of a submission. */
    due_at: string
  }
  deletion_log: Columns<Omit<DeletionLogEntry, 'reason'>> & {
    id: Generated<number>
    deletion_reason: DeletionLogEntry['reason']
  }
  management_audit_log: Columns<Omit<AuditLogEntry, 'maskedToken'>> & {
    id: Generated<number>
    management_token: AuditLogEntry['maskedToken']
  }
  /** Digests of management tokens whose groups are gone. */
  former_tokens: {
    token_digest: string
    ended_at: string
  }
  notifications: {
    id: Generated<number>
    channel: string
    /** Notifications of one group are delivered in order. */
    group_id: string | null
    kind: string
    payload: string
    created_at: string
    attempts: number
    next_attempt_at: string
    /** After this it is given up. */
    expires_at: string
  }
  /** Slideshow pages that have a name (D77). */
  screens: Columns<Omit<Screen, 'id' | 'exhibitions'>> & {
    id: Generated<number>
    /** JSON: a list of slugs, or `"*"`. */
    exhibitions: string
    secret_digest: string
  }
  staff_links: Columns<Omit<StaffLink, 'id'>> & {
    id: Generated<number>
  }
  /** Codes that screens show until an admin enters them. */
  screen_pairings: Columns<Omit<Pairing, 'settings'>> & {
    /** JSON; null from an earlier version. */
    settings: string | null
  }
  /** The daily jobs: who runs one and what was done, however many replicas there are. */
  jobs: {
    name: string
    last_run_at: string | null
    /** The due time that was served last. */
    last_served_at: string | null
    lease_owner: string | null
    lease_until: string | null
  }
  /** Single facts of the installation, as JSON text by name. */
  service_state: {
    name: string
    value: string
  }
  /** What a restore must not undo (D49). */
  withdrawals: {
    id: Generated<number>
    withdrawal_id: string
    created_at: string
    kind: string
    group_id: string | null
    image_id: number | null
    platform_id: number | null
    user_id: number | null
    exhibition_id: number | null
    /** Whether the ledger beside the database has it. */
    written: Flag
  }
  /** As JSON; no row where the default applies. */
  settings: {
    key: string
    value: string
    changed_at: string | null
  }
  setting_changes: {
    id: Generated<number>
    changed_at: string
    changed_by: string
    /** The values before and after, by key, as JSON. */
    settings: string
  }
  /** Which account a user of the chat decides for (D92). */
  chat_bindings: Columns<ChatBinding>
  /** Messages with buttons, without texts of visitors. */
  chat_messages: Columns<ChatMessage>
  /** Previews that are in a chat, by the name they were served under then. */
  chat_photos: Columns<Omit<ChatPhoto, 'previewName'>> & {
    preview_path: string
  }
}

/** As a query returns it. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
