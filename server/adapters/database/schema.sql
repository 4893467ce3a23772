CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);

CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);

CREATE TABLE "groups" ("group_id" text primary key, "name" text, "title" text, "description" text, "year" integer not null, "upload_date" text not null, "capture_date" text, "approved" integer not null, "first_approved_at" text, "changes_since_approval" text not null, "display_in_workshop" integer not null, "consent_timestamp" text, "workshop_revoked_timestamp" text, "management_token" text not null unique, "upload_key" text unique, "revision" integer default 0 not null, "content_revision" text default '1' not null, "moderation_note" text, "upload_digest" text, "last_approved" text, "exhibition_id" integer default 1 not null, "is_exhibition_ended" integer default 0 not null, "staff_name" text);

CREATE INDEX "groups_upload_date" on "groups" ("upload_date", "group_id");

CREATE INDEX "groups_capture_date" on "groups" ("capture_date");

CREATE INDEX "groups_never_approved" on "groups" ("upload_date") where "first_approved_at" is null;

CREATE TABLE "images" ("id" integer primary key autoincrement, "group_id" text not null references "groups" ("group_id") on delete cascade, "file_name" text not null unique, "original_name" text, "preview_path" text not null unique, "file_size" integer not null, "mime_type" text not null, "width" integer, "height" integer, "upload_order" integer not null, "image_description" text, "exif_date_taken" text, "exif_camera_model" text, "exif_location_lat" real, "exif_location_lon" real, "stored_name" text default '' not null, "stored_preview_name" text default '' not null, "published_description" text, "hidden_reason" text, "moderation_note" text, "perceptual_hash" text, "sharpness" integer, "alt_text" text, "published_alt_text" text);

CREATE INDEX "images_group" on "images" ("group_id", "upload_order");

CREATE INDEX "images_exif_date_taken" on "images" ("exif_date_taken");

CREATE TABLE "file_removals" ("kind" text not null, "name" text not null, "due_at" text not null, constraint "file_removals_key" primary key ("kind", "name"));

CREATE INDEX "file_removals_due" on "file_removals" ("due_at");

CREATE TABLE "group_changes" ("group_id" text primary key, "version" bigint not null, "slot" integer default 0 not null);

CREATE TABLE "social_media_platforms" ("platform_id" integer primary key, "platform_name" text not null unique, "display_name" text not null, "icon_name" text not null, "is_active" integer not null, "position" integer);

CREATE TABLE "group_social_media_consents" ("group_id" text not null references "groups" ("group_id") on delete cascade, "platform_id" integer not null references "social_media_platforms" ("platform_id"), "consented" integer not null, "consent_timestamp" text, "revoked" integer not null, "revoked_timestamp" text, "taken_down_at" text, "taken_down_by" text, constraint "group_social_media_consents_key" primary key ("group_id", "platform_id"));

CREATE INDEX "group_social_media_consents_platform" on "group_social_media_consents" ("platform_id", "group_id");

CREATE TABLE "consent_history" ("id" integer primary key autoincrement, "group_id" text not null references "groups" ("group_id") on delete cascade, "consent_type" text not null, "platform_id" integer, "action" text not null, "changed_by" text not null, "wording" text not null, "created_at" text not null, "language" text);

CREATE INDEX "consent_history_group" on "consent_history" ("group_id", "id");

CREATE TABLE "deletion_log" ("id" integer primary key autoincrement, "group_id" text not null, "year" integer not null, "image_count" integer not null, "upload_date" text not null, "deleted_at" text not null, "deletion_reason" text not null, "total_file_size" bigint not null, "exhibition_id" integer default 1 not null);

CREATE TABLE "management_audit_log" ("id" integer primary key autoincrement, "group_id" text, "action" text not null, "success" integer not null, "error_message" text, "ip_address" text, "user_agent" text, "request_data" text, "management_token" text, "source_host" text, "source_type" text, "created_at" text not null);

CREATE INDEX "management_audit_log_group" on "management_audit_log" ("group_id", "id");

CREATE INDEX "management_audit_log_created" on "management_audit_log" ("created_at");

CREATE TABLE "admin_users" ("id" integer primary key autoincrement, "username" text not null, "username_key" text not null unique, "password_hash" text not null, "role" text not null, "requires_password_change" integer not null, "created_at" text not null, "disabled" integer default 0 not null, "exhibition_ids" text);

CREATE TABLE "notifications" ("id" integer primary key autoincrement, "group_id" text, "kind" text not null, "payload" text not null, "created_at" text not null, "attempts" integer not null, "next_attempt_at" text not null, "expires_at" text not null, "channel" text default 'chat' not null);

CREATE INDEX "notifications_next" on "notifications" ("next_attempt_at", "id");

CREATE TABLE "jobs" ("name" text primary key, "last_run_at" text, "lease_owner" text, "lease_until" text, "last_served_at" text);

CREATE TABLE "service_state" ("name" text primary key, "value" text not null);

CREATE INDEX "groups_approved" on "groups" ("approved", "upload_date", "group_id");

CREATE INDEX "group_social_media_consents_in_force" on "group_social_media_consents" ("platform_id", "group_id") where "consented" = 1 and "revoked" = 0;

CREATE TABLE "failed_validations" ("address" text primary key, "failed_at" text not null, "banned_until" text, "expires_at" text not null);

CREATE INDEX "failed_validations_expiry" on "failed_validations" ("expires_at");

CREATE TABLE "image_additions" ("group_id" text not null references "groups" ("group_id") on delete cascade, "addition_key" text not null, "image_count" integer not null, "body_digest" text, "created_at" text, constraint "image_additions_key" primary key ("group_id", "addition_key"));

CREATE INDEX "images_without_facts" on "images" ("id") where "width" is null;

CREATE INDEX "groups_changed" on "groups" ("upload_date", "group_id") where "changes_since_approval" <> '[]';

CREATE INDEX "groups_deadline" on "groups" ((case when first_approved_at is null then 0 else 1 end), "upload_date", "group_id");

CREATE UNIQUE INDEX "images_stored_name" on "images" ("stored_name");

CREATE UNIQUE INDEX "images_stored_preview_name" on "images" ("stored_preview_name");

CREATE TABLE "moderation_undo" ("undo_id" text not null, "group_id" text not null references "groups" ("group_id") on delete cascade, "before" text not null, "after" text not null, "created_at" text not null, constraint "moderation_undo_key" primary key ("undo_id", "group_id"));

CREATE INDEX "moderation_undo_created" on "moderation_undo" ("created_at");

CREATE TABLE "sessions" ("sid_digest" text primary key, "user_id" integer not null references "admin_users" ("id") on delete cascade, "credential" text not null, "started_at" text not null, "confirmed_at" text not null, "expires_at" text not null);

CREATE INDEX "sessions_user" on "sessions" ("user_id");

CREATE INDEX "sessions_expiry" on "sessions" ("expires_at");

CREATE TABLE "postings" ("id" integer primary key autoincrement, "group_id" text not null, "platform_id" integer not null references "social_media_platforms" ("platform_id"), "url" text not null, "image_ids" text not null, "posted_at" text not null, "taken_down_at" text, "taken_down_by" text);

CREATE INDEX "postings_group" on "postings" ("group_id", "platform_id");

CREATE TABLE "takedowns" ("id" integer primary key autoincrement, "group_id" text not null, "platform_id" integer not null references "social_media_platforms" ("platform_id"), "reason" text not null, "url" text, "ordered_at" text, "done_at" text, "done_by" text);

CREATE INDEX "takedowns_group" on "takedowns" ("group_id");

CREATE TABLE "second_factors" ("id" integer primary key autoincrement, "user_id" integer not null references "admin_users" ("id") on delete cascade, "type" text not null, "name" text not null, "confirmed" integer not null, "sealed_secret" text, "last_step" bigint not null, "credential_id" text unique, "public_key" text, "counter" bigint not null, "transports" text not null, "created_at" text not null, "last_used_at" text);

CREATE INDEX "second_factors_user" on "second_factors" ("user_id");

CREATE TABLE "recovery_codes" ("user_id" integer not null references "admin_users" ("id") on delete cascade, "code_digest" text not null, constraint "recovery_codes_key" primary key ("user_id", "code_digest"));

CREATE TABLE "auth_challenges" ("challenge_digest" text primary key, "purpose" text not null, "user_id" integer not null references "admin_users" ("id") on delete cascade, "credential" text not null, "expires_at" text not null);

CREATE INDEX "auth_challenges_user" on "auth_challenges" ("user_id");

CREATE TABLE "admin_audit_log" ("id" integer primary key autoincrement, "actor_id" integer, "actor_name" text not null, "actor_key" text not null, "action" text not null, "target_type" text, "target_id" text, "details" text, "ip_address" text, "created_at" text not null);

CREATE INDEX "admin_audit_actor" on "admin_audit_log" ("actor_key", "id");

CREATE INDEX "admin_audit_action" on "admin_audit_log" ("action", "id");

CREATE INDEX "admin_audit_time" on "admin_audit_log" ("created_at");

CREATE TABLE "former_tokens" ("token_digest" text primary key, "ended_at" text not null);

CREATE INDEX "former_tokens_time" on "former_tokens" ("ended_at");

CREATE TABLE "withdrawals" ("id" integer primary key autoincrement, "withdrawal_id" text not null unique, "created_at" text not null, "kind" text not null, "group_id" text, "image_id" integer, "platform_id" integer, "user_id" integer, "written" integer not null, "exhibition_id" integer);

CREATE INDEX "withdrawals_pending" on "withdrawals" ("written", "id");

CREATE TABLE "change_counters" ("slot" integer primary key, "version" bigint not null);

CREATE INDEX "group_changes_slot" on "group_changes" ("slot", "version");

CREATE TABLE "group_search" ("id" integer primary key autoincrement, "group_id" text not null unique references "groups" ("group_id") on delete cascade, "search_text" text not null);

CREATE VIRTUAL TABLE group_search_index using fts5(
    search_text, content='group_search', content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0);

CREATE TRIGGER group_search_inserted after insert on group_search begin
    insert into group_search_index (rowid, search_text) values (new.id, new.search_text);
  end;

CREATE TRIGGER group_search_deleted after delete on group_search begin
    insert into group_search_index (group_search_index, rowid, search_text) values ('delete', old.id, old.search_text);
  end;

CREATE TRIGGER group_search_updated after update of search_text on group_search begin
    insert into group_search_index (group_search_index, rowid, search_text) values ('delete', old.id, old.search_text);
    insert into group_search_index (rowid, search_text) values (new.id, new.search_text);
  end;

CREATE TABLE "removal_requests" ("request_id" text primary key, "image_id" integer, "group_id" text, "code" text, "reason" text not null, "message" text, "contact" text, "address" text, "hidden_at_once" integer not null, "created_at" text not null, "deadline" text not null, "decision" text, "note" text, "decided_at" text, "decided_by" text, "redacted_at" text);

CREATE INDEX "removal_requests_image" on "removal_requests" ("image_id");

CREATE INDEX "removal_requests_group" on "removal_requests" ("group_id");

CREATE INDEX "removal_requests_decided" on "removal_requests" ("decided_at");

CREATE TABLE "submissions" ("submission_digest" text primary key, "texts" text not null, "files" text not null, "expires_at" text not null, "group_id" text references "groups" ("group_id") on delete cascade, "token_digest" text, "revision" integer default 0 not null);

CREATE INDEX "submissions_end" on "submissions" ("expires_at");

CREATE INDEX "submissions_group" on "submissions" ("group_id");

CREATE TABLE "consent_texts" ("version" text not null, "language" text not null, "consent_type" text not null, "text" text not null, constraint "consent_texts_key" primary key ("version", "language", "consent_type"));

CREATE INDEX "images_without_marks" on "images" ("id") where "sharpness" is null;

CREATE TABLE "screens" ("id" integer primary key autoincrement, "name" text not null, "secret_digest" text not null unique, "settings" text not null, "paused" integer not null, "commands" text not null, "created_at" text not null, "last_seen_at" text not null, "image_id" integer, "version" text, "silence_reported_at" text, "exhibitions" text default '["main"]' not null);

CREATE TABLE "screen_pairings" ("code" text primary key, "secret_digest" text not null unique, "expires_at" text not null, "settings" text);

CREATE TABLE "settings" ("key" text primary key, "value" text not null, "changed_at" text);

CREATE TABLE "setting_changes" ("id" integer primary key autoincrement, "changed_at" text not null, "changed_by" text not null, "settings" text not null);

CREATE INDEX "groups_first_approved" on "groups" ("first_approved_at", "group_id") where "first_approved_at" is not null;

CREATE INDEX "groups_year" on "groups" ("year", "upload_date", "group_id");

CREATE INDEX "images_sizes" on "images" ("id", "file_size");

CREATE INDEX "deletion_log_deleted" on "deletion_log" ("deleted_at");

CREATE INDEX "deletion_log_uploaded" on "deletion_log" ("upload_date");

CREATE INDEX "admin_audit_actors" on "admin_audit_log" ("actor_key") where actor_id is not null or ip_address is null;

CREATE INDEX "group_social_media_consents_revoked" on "group_social_media_consents" ((coalesce(revoked_timestamp, '')) desc, group_id, platform_id) where "revoked" = 1;

CREATE INDEX "takedowns_newest" on "takedowns" ((coalesce(ordered_at, '')) desc, group_id, platform_id, id);

CREATE INDEX "removal_requests_open" on "removal_requests" ("deadline", "request_id") where "decision" is null;

CREATE INDEX "removal_requests_address" on "removal_requests" ("address") where "decision" is null;

CREATE INDEX "groups_pending_deadline" on "groups" (approved, (case when first_approved_at is null then 0 else 1 end), upload_date, group_id) where "approved" = 0;

CREATE TABLE "exhibitions" ("id" integer primary key autoincrement, "slug" text not null unique, "name" text, "opens_at" text, "closes_at" text, "ends_at" text, "deleted_after_days" integer, "access_code" text, "texts" text not null, "platform_ids" text, "revision" integer not null, "group_count_at_end" integer, "deleted" integer not null, "gallery" integer default 0 not null);

CREATE INDEX "groups_exhibition" on "groups" ("exhibition_id", "approved", "upload_date", "group_id");

CREATE INDEX "images_hidden" on "images" ("group_id") where "hidden_reason" is not null;

CREATE INDEX "groups_ended" on "groups" ("is_exhibition_ended", "exhibition_id", "group_id");

CREATE INDEX "deletion_log_group" on "deletion_log" ("group_id", "id", "exhibition_id");

CREATE INDEX "deletion_log_exhibition" on "deletion_log" ("exhibition_id", "id");

CREATE INDEX "groups_exhibition_newest" on "groups" ("exhibition_id", "upload_date", "group_id");

CREATE TABLE "staff_links" ("id" integer primary key autoincrement, "secret_digest" text not null unique, "name" text not null, "exhibition_id" integer not null, "approves_at_once" integer not null, "expires_at" text not null, "revoked_at" text, "created_at" text not null, "created_by_id" integer not null, "created_by_name" text not null);

CREATE TABLE "chat_bindings" ("user_id" integer primary key, "chat_user_id" text not null unique, "name" text not null, "bound_at" text not null);

CREATE TABLE "chat_messages" ("message_key" text primary key, "group_id" text not null, "seen" text not null, "outcome" text, "decided_by" text);

CREATE TABLE "chat_photos" ("chat_id" text not null, "preview_path" text not null, "image_id" integer not null, "message_id" integer, "unanswered" integer not null, constraint "chat_photos_pk" primary key ("chat_id", "preview_path"));

insert into group_search_index (group_search_index, rank) values ('secure-delete', 1);

insert into "kysely_migration" (name, timestamp) values
  ('001-groups', '{now}'),
  ('002-consents', '{now}'),
  ('003-logs', '{now}'),
  ('004-admins', '{now}'),
  ('005-background-work', '{now}'),
  ('006-moderation', '{now}'),
  ('007-served-jobs', '{now}'),
  ('008-failed-validations', '{now}'),
  ('009-image-additions', '{now}'),
  ('010-rare-rows', '{now}'),
  ('011-visibility', '{now}'),
  ('012-accounts', '{now}'),
  ('013-takedowns', '{now}'),
  ('014-second-factors', '{now}'),
  ('015-admin-audit', '{now}'),
  ('016-former-tokens', '{now}'),
  ('017-body-digests', '{now}'),
  ('018-withdrawals', '{now}'),
  ('019-change-counters', '{now}'),
  ('020-group-search', '{now}'),
  ('021-removal-requests', '{now}'),
  ('022-submissions', '{now}'),
  ('023-consent-proof', '{now}'),
  ('024-last-approved', '{now}'),
  ('025-image-marks', '{now}'),
  ('026-notification-channels', '{now}'),
  ('027-screens', '{now}'),
  ('028-settings', '{now}'),
  ('029-approved-retention', '{now}'),
  ('030-list-indexes', '{now}'),
  ('031-pairing-settings', '{now}'),
  ('032-platform-order', '{now}'),
  ('033-pending-by-deadline', '{now}'),
  ('034-exhibitions', '{now}'),
  ('035-hidden-images', '{now}'),
  ('036-ended-groups', '{now}'),
  ('037-limited-accounts', '{now}'),
  ('038-screen-exhibitions', '{now}'),
  ('040-alt-texts', '{now}'),
  ('041-staff-links', '{now}'),
  ('042-chat-moderation', '{now}'),
  ('043-gallery', '{now}'),
  ('044-read-migrated-again', '{now}');

insert into "kysely_migration_lock" (id, is_locked) values
  ('migration_lock', 0);

insert into "social_media_platforms" (platform_id, platform_name, display_name, icon_name, is_active, position) values
  (1, 'facebook', 'Facebook', 'facebook', 1, null),
  (2, 'instagram', 'Instagram', 'instagram', 1, null),
  (3, 'tiktok', 'TikTok', 'tiktok', 1, null),
  (4, 'website', 'Our website', 'globe', 0, null);

insert into "service_state" (name, value) values
  ('ledger', '{uuid}'),
  ('gallery_secret', '{secret}');

insert into "withdrawals" (id, withdrawal_id, created_at, kind, group_id, image_id, platform_id, user_id, written, exhibition_id) values
  (1, '{uuid}', '{now}', 'begun', null, null, null, null, 0, null);

insert into "change_counters" (slot, version) values
  (0, 0);

insert into "exhibitions" (id, slug, name, opens_at, closes_at, ends_at, deleted_after_days, access_code, texts, platform_ids, revision, group_count_at_end, deleted, gallery) values
  (1, 'main', null, null, null, null, null, null, '{}', null, 1, null, 0, 0);
