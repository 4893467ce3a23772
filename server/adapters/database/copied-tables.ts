import type { Tables } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

/** How a table is copied to another database. */
export interface CopiedTable {
  readonly table: keyof Tables | 'rate_limits'
  /** The columns that identify its rows, in the order in which they are read. */
  readonly key: readonly string[]
  /** It numbers its rows itself: the next number is carried over as well. */
  readonly identity?: true
  /** undefined leaves the row out. */
  readonly change?: (row: Row) => Row | undefined
}

/** Notes of the copy itself. */
export const copyNotes: readonly string[] = ['installation', 'storage_copy']

/** Every table that is copied; what a row refers to comes first. Sessions stay valid where the secret stays the same. */
export const copiedTables: readonly (CopiedTable & { readonly table: keyof Tables })[] = [
  { table: 'social_media_platforms', key: ['platform_id'] },
  { table: 'exhibitions', key: ['id'], identity: true },
  { table: 'groups', key: ['group_id'] },
  { table: 'images', key: ['id'], identity: true },
  { table: 'image_additions', key: ['group_id', 'addition_key'] },
  { table: 'group_social_media_consents', key: ['group_id', 'platform_id'] },
  { table: 'consent_texts', key: ['version', 'language', 'consent_type'] },
  { table: 'consent_history', key: ['id'], identity: true },
  { table: 'postings', key: ['id'], identity: true },
  { table: 'takedowns', key: ['id'], identity: true },
  { table: 'removal_requests', key: ['request_id'] },
  { table: 'moderation_undo', key: ['undo_id', 'group_id'] },
  { table: 'group_changes', key: ['group_id'] },
  { table: 'change_counters', key: ['slot'] },
  { table: 'deletion_log', key: ['id'], identity: true },
  { table: 'management_audit_log', key: ['id'], identity: true },
  { table: 'admin_audit_log', key: ['id'], identity: true },
  { table: 'admin_users', key: ['id'], identity: true },
  { table: 'withdrawals', key: ['id'], identity: true },
  { table: 'settings', key: ['key'] },
  { table: 'setting_changes', key: ['id'], identity: true },
  { table: 'sessions', key: ['sid_digest'] },
  { table: 'second_factors', key: ['id'], identity: true },
  { table: 'recovery_codes', key: ['user_id', 'code_digest'] },
  { table: 'auth_challenges', key: ['challenge_digest'] },
  { table: 'failed_validations', key: ['address'] },
  { table: 'former_tokens', key: ['token_digest'] },
  { table: 'notifications', key: ['id'], identity: true },
  { table: 'chat_bindings', key: ['user_id'] },
  { table: 'chat_messages', key: ['message_key'] },
  { table: 'chat_photos', key: ['chat_id', 'preview_path'] },
  { table: 'screens', key: ['id'], identity: true },
  { table: 'staff_links', key: ['id'], identity: true },
  { table: 'screen_pairings', key: ['code'] },
  // The processes that hold jobs now belong to the old place.
  { table: 'jobs', key: ['name'], change: (row) => ({ ...row, lease_owner: null, lease_until: null }) },
  {
    table: 'service_state',
    key: ['name'],
    change: (row) => (copyNotes.includes(String(row.name)) ? undefined : row),
  },
]

/**
 * Where files move, those that are to be removed and those of uploads in pieces stay behind; where files stay, these tables
 * still say whose they are.
 */
export const unownedFileTables = [
  { table: 'file_removals', key: ['kind', 'name'] },
  { table: 'submissions', key: ['submission_digest'] },
] as const satisfies readonly CopiedTable[]

/** The limits, in a place of their own where the engine needs it. */
export const counterTable: CopiedTable = { table: 'rate_limits', key: ['key'] }

/** Not copied: the service derives its rows from the groups, and one engine adds tables with this prefix for its index. */
export const derivedTable = 'group_search' satisfies keyof Tables

/** A row in one of these tables means that the database is in use; the others have rows from the start. */
export const tablesOfUse: readonly (keyof Tables)[] = [
  'groups',
  'images',
  'file_removals',
  'submissions',
  'deletion_log',
  'management_audit_log',
  'admin_users',
  'notifications',
]
