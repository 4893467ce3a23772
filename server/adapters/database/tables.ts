import type { Generated } from 'kysely'
import type { GroupTexts } from '#contract/group-texts.ts'
import type { ImageType } from '#contract/limits.ts'
import type { HiddenReason } from '#server/domain/image.ts'
import type { ConsentChange } from '#server/ports/consent-store.ts'
import type { FileKind } from '#server/ports/file-store.ts'
import type { AuditAction } from '#server/ports/logs/audit-log.ts'
import type { DeletionReason } from '#server/ports/logs/deletion-log.ts'
import type {
  AdminAuditLogTable,
  AdminUsersTable,
  AuthChallengesTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  SessionsTable,
} from './account-tables.ts'
import type { Flag } from './flag.ts'
import type { FailedValidationsTable } from './limit-tables.ts'
import type {
  GroupSearchTable,
  ModerationUndoTable,
  PostingsTable,
  RemovalRequestsTable,
  TakedownsTable,
} from './moderation-tables.ts'
import type { ScreenPairingsTable, ScreensTable, SettingChangesTable, SettingsTable } from './site-tables.ts'

/*
 * One interface a table. Timestamps are ISO 8601 text in UTC with milliseconds, so that text order is time order on both
 * engines; lists and records are JSON text.
 */

export interface GroupsTable extends GroupTexts {
  group_id: string
  year: number
  upload_date: string
  capture_date: string | null
  approved: Flag
  first_approved_at: string | null
  /** The owner's changes after the last approval: a list of their names. */
  changes_since_approval: string
  /** What the group was before them, as JSON. */
  last_approved: string | null
  display_in_workshop: Flag
  consent_timestamp: string | null
  workshop_revoked_timestamp: string | null
  management_token: string
  /** The client's key of the upload that made the group: a repeated upload finds it. */
  upload_key: string | null
  /** Of the body of that upload. */
  upload_digest: string | null
  /** Changes with everything that the feed would show: images, their order, texts, captions (D44). */
  content_revision: string
  /** What the moderators tell the owner. */
  moderation_note: string | null
  /** Raised first in every transaction that changes the group: a row lock where the engine has them. */
  revision: Generated<number>
}

export interface ImagesTable {
  id: Generated<number>
  group_id: string
  /** Served below /upload; replaced when it has become known to people who may no longer see it (D47). */
  file_name: string
  /** On disk or in the bucket; never changes. */
  stored_name: string
  original_name: string | null
  /** Served; replaced with `file_name`. */
  preview_path: string
  stored_preview_name: string
  file_size: number
  mime_type: ImageType
  width: number | null
  height: number | null
  upload_order: number
  image_description: string | null
  /** The description that a moderator saw last (D45). */
  published_description: string | null
  /** null for an image that is shown (D71). */
  hidden_reason: HiddenReason | null
  moderation_note: string | null
  exif_date_taken: string | null
  exif_camera_model: string | null
  exif_location_lat: number | null
  exif_location_lon: number | null
  /** null, like the sharpness: the preview was not analysed yet. */
  perceptual_hash: string | null
  sharpness: number | null
}

export interface ImageAdditionsTable {
  group_id: string
  addition_key: string
  image_count: number
  /** null, like the time: from before they were recorded. */
  body_digest: string | null
  created_at: string | null
}

export interface SocialMediaPlatformsTable {
  platform_id: number
  platform_name: string
  display_name: string
  icon_name: string
  is_active: Flag
  /** From 1; null: the place of its id. */
  position: number | null
}

export interface SocialMediaConsentsTable {
  group_id: string
  platform_id: number
  consented: Flag
  consent_timestamp: string | null
  revoked: Flag
  revoked_timestamp: string | null
  /** When an admin confirmed that the post of a revoked consent was taken down. */
  taken_down_at: string | null
  /** User name of that admin. */
  taken_down_by: string | null
}

/** Everything that was agreed to or withdrawn, in order; deleted with its group. */
export interface ConsentHistoryTable {
  id: Generated<number>
  group_id: string
  consent_type: ConsentChange['consentType']
  platform_id: number | null
  action: ConsentChange['action']
  /** `upload`, `management_link` or `admin:<user name>`. */
  changed_by: string
  /** Version of the wording that was agreed to. */
  wording: string
  /** Of that text; null where none was shown or it is not known. */
  language: string | null
  created_at: string
}

/** The texts that visitors agreed to. */
export interface ConsentTextsTable {
  version: string
  language: string
  consent_type: string
  text: string
}

/** The last change of every group, deleted ones included, so that copies in memory can follow. */
export interface GroupChangesTable {
  group_id: string
  slot: Generated<number>
  /** Of the slot's counter. */
  version: number
}

/** The number of changes of groups is the sum of these counters. */
export interface ChangeCountersTable {
  slot: number
  version: number
}

/** Uploads that arrive in pieces (D66). */
export interface SubmissionsTable {
  submission_digest: string
  /** The group's texts and consents. */
  texts: string
  /** A list: what is known about each file, and how much of it has arrived. */
  files: string
  expires_at: string
  /** null until it is complete. */
  group_id: string | null
  /** Of the group's management token when it was made. */
  token_digest: string | null
  /** Raised first in every transaction that changes it: a row lock where the engine has them. */
  revision: Generated<number>
}

/** Files to remove: those of deleted rows, and those of uploads that never became rows. */
export interface FileRemovalsTable {
  kind: FileKind
  name: string
  /** Not before this time: an upload that is still running owns its files. `held` for those of a submission. */
  due_at: string
}

export interface DeletionLogTable {
  id: Generated<number>
  group_id: string
  year: number
  image_count: number
  upload_date: string
  deleted_at: string
  deletion_reason: DeletionReason
  total_file_size: number
}

export interface ManagementAuditLogTable {
  id: Generated<number>
  group_id: string | null
  action: AuditAction
  success: Flag
  error_message: string | null
  ip_address: string | null
  user_agent: string | null
  request_data: string | null
  management_token: string | null
  source_host: string | null
  source_type: string | null
  created_at: string
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
export interface JobsTable {
  name: string
  last_run_at: string | null
  /** The due time that was served last. */
  last_served_at: string | null
  lease_owner: string | null
  lease_until: string | null
}

/** Single facts of the installation, as JSON text by name. */
export interface ServiceStateTable {
  name: string
  value: string
}

/** Digests of management tokens whose groups are gone. */
export interface FormerTokensTable {
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
  /** Whether the ledger beside the database has it. */
  written: Flag
}

export interface Tables {
  groups: GroupsTable
  images: ImagesTable
  group_search: GroupSearchTable
  image_additions: ImageAdditionsTable
  social_media_platforms: SocialMediaPlatformsTable
  group_social_media_consents: SocialMediaConsentsTable
  postings: PostingsTable
  takedowns: TakedownsTable
  consent_history: ConsentHistoryTable
  consent_texts: ConsentTextsTable
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
  screen_pairings: ScreenPairingsTable
  jobs: JobsTable
  service_state: ServiceStateTable
  withdrawals: WithdrawalsTable
  settings: SettingsTable
  setting_changes: SettingChangesTable
}
