import type { Generated } from 'kysely'
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
import type {
  AdminAuditLogTable,
  AdminUsersTable,
  AuthChallengesTable,
  FailedValidationsTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SessionsTable,
} from './account-tables.ts'
import type { Columns, Flag } from './columns.ts'

/*
 * One interface a table. `Columns` are those of the fields of an object, which says what they mean. Timestamps are ISO 8601
 * text in UTC with milliseconds, so that text order is time order on both engines; lists and records are JSON text.
 */

export interface GroupsTable extends Columns<Omit<Group, 'isApproved'>> {
  approved: Flag
  /** The client's key of the upload that made the group: a repeated upload finds it. */
  upload_key: string | null
  /** Of the body of that upload. */
  upload_digest: string | null
  /** Raised first in every transaction that changes the group: a row lock where the engine has them. */
  revision: Generated<number>
}

type ImageColumns = Columns<Omit<Image, 'id' | 'previewName' | 'exifLocation' | 'imageAnalysis'>>

export interface ImagesTable extends ImageColumns {
  id: Generated<number>
  /** Served; replaced with `file_name`. */
  preview_path: string
  exif_location_lat: number | null
  exif_location_lon: number | null
  /** null, like the sharpness: the preview was not analysed yet. */
  perceptual_hash: string | null
  sharpness: number | null
}

interface ImageAdditionsTable {
  group_id: string
  addition_key: string
  image_count: number
  /** null, like the time: from before they were recorded. */
  body_digest: string | null
  created_at: string | null
}

export interface SocialMediaPlatformsTable extends Columns<SocialMediaPlatform> {
  /** From 1; null: the place of its id. */
  position: number | null
}

export interface SocialMediaConsentsTable extends Columns<Omit<TransferredConsent, 'platformName'>> {
  group_id: string
}

/** Everything that was agreed to or withdrawn, in order; deleted with its group. */
export interface ConsentHistoryTable extends Columns<ConsentChange> {
  id: Generated<number>
}

/** The last change of every group, deleted ones included, so that copies in memory can follow. */
interface GroupChangesTable {
  group_id: string
  slot: Generated<number>
  /** Of the slot's counter. */
  version: number
}

/** The number of changes of groups is the sum of these counters. */
interface ChangeCountersTable {
  slot: number
  version: number
}

/** Uploads that arrive in pieces (D66). */
export interface SubmissionsTable extends Columns<Submission> {
  /** Raised first in every transaction that changes it: a row lock where the engine has them. */
  revision: Generated<number>
}

/** Files to remove: those of deleted rows, and those of uploads that never became rows. */
interface FileRemovalsTable {
  kind: FileKind
  name: string
  /** Not before this time: an upload that is still running owns its files. `held` for those of a submission. */
  due_at: string
}

interface DeletionLogTable extends Columns<Omit<DeletionLogEntry, 'reason'>> {
  id: Generated<number>
  deletion_reason: DeletionLogEntry['reason']
}

export interface ManagementAuditLogTable extends Columns<Omit<AuditLogEntry, 'maskedToken'>> {
  id: Generated<number>
  management_token: AuditLogEntry['maskedToken']
}

export interface NotificationsTable {
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

/** The daily jobs: who runs one and what was done, however many replicas there are. */
interface JobsTable {
  name: string
  last_run_at: string | null
  /** The due time that was served last. */
  last_served_at: string | null
  lease_owner: string | null
  lease_until: string | null
}

/** Single facts of the installation, as JSON text by name. */
interface ServiceStateTable {
  name: string
  value: string
}

/** Digests of management tokens whose groups are gone. */
interface FormerTokensTable {
  token_digest: string
  ended_at: string
}

/** What a restore must not undo (D49). */
export interface WithdrawalsTable {
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

/** What the search looks through, folded; made from the group and its images. */
interface GroupSearchTable {
  id: Generated<number>
  group_id: string
  search_text: string
}

/** What was posted on a platform (D78). */
export interface PostingsTable extends Columns<Omit<Posting, 'id'>> {
  id: Generated<number>
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

/** What a moderator's step replaced, for its undo; kept for one to two hours. */
type ModerationUndoTable = Columns<ModerationStep>

/** People who want a photo removed (D70). It outlives the photo, without personal data. */
export type RemovalRequestsTable = Columns<RemovalRequest>

/** Slideshow pages that have a name (D77). */
export interface ScreensTable extends Columns<Omit<Screen, 'id' | 'exhibitions'>> {
  id: Generated<number>
  /** JSON: a list of slugs, or `"*"`. */
  exhibitions: string
  secret_digest: string
}

export interface StaffLinksTable extends Columns<Omit<StaffLink, 'id'>> {
  id: Generated<number>
}

/** Codes that screens show until an admin enters them. */
export interface ScreenPairingsTable extends Columns<Omit<Pairing, 'settings'>> {
  /** JSON; null from an earlier version. */
  settings: string | null
}

/** As JSON; no row where the default applies. */
interface SettingsTable {
  key: string
  value: string
  changed_at: string | null
}

interface SettingChangesTable {
  id: Generated<number>
  changed_at: string
  changed_by: string
  /** The values before and after, by key, as JSON. */
  settings: string
}

/** Which account a user of the chat decides for (D92). */
type ChatBindingsTable = Columns<ChatBinding>

/** Messages with buttons, without texts of visitors. */
export type ChatMessagesTable = Columns<ChatMessage>

/** Previews that are in a chat, by the name they were served under then. */
export interface ChatPhotosTable extends Columns<Omit<ChatPhoto, 'previewName'>> {
  preview_path: string
}

/** Exhibitions (D79); 1 is `main`. */
export interface ExhibitionsTable extends Columns<Omit<Exhibition, 'id'>> {
  id: Generated<number>
  /** Deleted after its end: the row keeps the slug from others. */
  deleted: Flag
}

export interface Tables {
  exhibitions: ExhibitionsTable
  groups: GroupsTable
  images: ImagesTable
  group_search: GroupSearchTable
  image_additions: ImageAdditionsTable
  social_media_platforms: SocialMediaPlatformsTable
  group_social_media_consents: SocialMediaConsentsTable
  postings: PostingsTable
  takedowns: TakedownsTable
  consent_history: ConsentHistoryTable
  consent_texts: Columns<ConsentText>
  removal_requests: RemovalRequestsTable
  moderation_undo: ModerationUndoTable
  group_changes: GroupChangesTable
  change_counters: ChangeCountersTable
  submissions: SubmissionsTable
  file_removals: FileRemovalsTable
  deletion_log: DeletionLogTable
  management_audit_log: ManagementAuditLogTable
  admin_users: AdminUsersTable
  sessions: SessionsTable
  admin_audit_log: AdminAuditLogTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  auth_challenges: AuthChallengesTable
  failed_validations: FailedValidationsTable
  former_tokens: FormerTokensTable
  notifications: NotificationsTable
  screens: ScreensTable
  staff_links: StaffLinksTable
  screen_pairings: ScreenPairingsTable
  jobs: JobsTable
  service_state: ServiceStateTable
  withdrawals: WithdrawalsTable
  settings: SettingsTable
  setting_changes: SettingChangesTable
  chat_bindings: ChatBindingsTable
  chat_messages: ChatMessagesTable
  chat_photos: ChatPhotosTable
}
