import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { operation, pathText } from './operation.ts'
import { GroupCounts, Nullable, Success, Timestamp } from './shapes.ts'

const section = 'Admin: deletion log, cleanup, monitoring'
const beyond = 'Beyond the specification'
const listQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: limits.listMin, maximum: limits.listMax, description: 'Default 100.' })),
})
const total = Type.Integer({ description: 'All entries of the log.' })

export const DeletionLogEntry = Type.Object(
  {
    id: Type.Integer(),
    group_id: Type.String(),
    year: Type.Integer(),
    image_count: Type.Integer(),
    upload_date: Timestamp,
    deleted_at: Timestamp,
    deletion_reason: Type.Enum(['admin_moderation_deletion', 'user_deletion', 'automatic_cleanup']),
    total_file_size: Type.Integer({ description: 'Bytes removed.' }),
  },
  { $id: 'DeletionLogEntry' },
)
export type DeletionLogEntry = Static<typeof DeletionLogEntry>

export const AuditAction = Type.Enum([
  'view_group',
  'delete_group',
  'revoke_consent',
  'restore_consent',
  'update_descriptions',
  'update_metadata',
  'add_images',
  'delete_image',
  'reorder_images',
  'invalid_token',
])
export type AuditAction = Static<typeof AuditAction>

export const AuditLogEntry = Type.Object(
  {
    id: Type.Integer(),
    group_id: Nullable(Type.String({ description: 'Null where the token was not known.' })),
    action: AuditAction,
    success: Type.Boolean(),
    error_message: Nullable(Type.String()),
    ip_address: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
    request_data: Nullable(Type.Object({}, { additionalProperties: true })),
    management_token: Nullable(Type.String({ description: 'The first 8 characters.' })),
    source_host: Nullable(Type.String()),
    source_type: Type.Enum(['public', 'internal']),
    created_at: Timestamp,
  },
  { $id: 'AuditLogEntry' },
)
export type AuditLogEntry = Static<typeof AuditLogEntry>

export const listDeletionLog = operation({
  method: 'GET',
  url: '/api/admin/deletion-log',
  access: 'auditor',
  section,
  summary: 'The newest entries of the deletion log.',
  query: listQuery,
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      deletions: Type.Array(DeletionLogEntry),
      total,
      limit: Type.Integer(),
    }),
  },
  errors: [400, 403, 500],
})

export const listWholeDeletionLog = operation({
  method: 'GET',
  url: '/api/admin/deletion-log/all',
  access: 'auditor',
  section,
  summary: 'The whole deletion log, newest first.',
  responses: {
    200: Type.Object({ success: Type.Literal(true), deletions: Type.Array(DeletionLogEntry), total }),
  },
  errors: [403, 500],
})

export const getDeletionLogStats = operation({
  method: 'GET',
  url: '/api/admin/deletion-log/stats',
  access: 'auditor',
  section,
  summary: 'Figures of the deletion log.',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      totalDeleted: Type.Integer(),
      totalImages: Type.Integer(),
      totalSize: Type.String({ description: 'With the unit B, KB, MB or GB.' }),
      totalSizeBytes: Type.Integer(),
      lastCleanup: Nullable(Timestamp),
    }),
  },
  errors: [403, 500],
})

export const triggerCleanup = operation({
  method: 'POST',
  url: '/api/admin/cleanup/trigger',
  access: 'admin',
  section,
  summary: 'Run the cleanup now.',
  responses: { 200: Success({ deletedGroups: Type.Integer() }) },
  errors: [403, 500],
})

export const previewCleanup = operation({
  method: 'GET',
  url: '/api/admin/cleanup/preview',
  access: 'admin',
  section,
  summary: 'What the cleanup would delete now.',
  responses: {
    200: Success({
      groupsToDelete: Type.Integer(),
      groups: Type.Array(
        Type.Object({
          id: Type.String({ description: 'Group id.' }),
          groupName: Nullable(Type.String()),
          uploadDate: Timestamp,
          daysUntilDeletion: Type.Integer({ description: 'Rounded down; negative when overdue.' }),
          imageCount: Type.Integer(),
        }),
      ),
    }),
  },
  errors: [403, 500],
})

export const sendDeletionWarning = operation({
  method: 'POST',
  url: '/api/admin/messenger/warning',
  access: 'admin',
  section,
  summary: 'Send the daily deletion warning now.',
  responses: {
    200: Success({ groupCount: Type.Integer({ description: 'Groups that the next cleanup would delete.' }) }),
  },
  errors: [403, 500],
})

export const sendTestMessage = operation({
  method: 'POST',
  url: '/api/admin/messenger/test',
  access: 'admin',
  section: beyond,
  summary: 'Send a test message to the chat now and say what became of it.',
  description: 'Tries once. An API that does not take the message is no error of this operation: `outcome` says so.',
  responses: {
    200: Success({
      outcome: Type.Enum(['delivered', 'unavailable', 'refused', 'not_configured'], {
        description: 'unavailable: nothing passes now, refused: this message does not.',
      }),
      reason: Nullable(Type.String({ description: "The API's own words, or the failure of the network." })),
    }),
  },
  errors: [403, 500],
})

export const getRateLimiterStats = operation({
  method: 'GET',
  url: '/api/admin/rate-limiter/stats',
  access: 'admin',
  section,
  summary: 'Figures of the management rate limit.',
  description: 'Sums over the hours that run now, one for each address with a request in it.',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      totalRequests: Type.Integer(),
      blockedRequests: Type.Integer(),
      activeClients: Type.Integer(),
    }),
  },
  errors: [403, 500],
})

export const listAuditLog = operation({
  method: 'GET',
  url: '/api/admin/management-audit',
  access: 'auditor',
  section,
  summary: 'The newest entries of the management audit log.',
  query: listQuery,
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      logs: Type.Array(AuditLogEntry),
      total,
      limit: Type.Integer(),
    }),
  },
  errors: [400, 403, 500],
})

export const getAuditLogStats = operation({
  method: 'GET',
  url: '/api/admin/management-audit/stats',
  access: 'auditor',
  section,
  summary: 'Figures of the management audit log.',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      totalActions: Type.Integer(),
      actionsByType: Type.Record(Type.String(), Type.Integer(), { description: 'Entries by action.' }),
      lastAction: Nullable(Timestamp),
    }),
  },
  errors: [403, 500],
})

export const listGroupAuditLog = operation({
  method: 'GET',
  url: '/api/admin/management-audit/group/{groupId}',
  access: 'auditor',
  section,
  summary: 'The management audit log of one group, newest first; empty for a group without entries.',
  params: Type.Object({ groupId: pathText('Group id.') }),
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      groupId: Type.String(),
      logs: Type.Array(AuditLogEntry),
      total: Type.Integer({ description: 'All entries of the group.' }),
    }),
  },
  errors: [403, 500],
})

export const Ban = Type.Object(
  {
    address: Type.String({ description: 'IPv4 address, or the /64 of an IPv6 address.' }),
    bannedUntil: Timestamp,
    failedValidations: Type.Integer(),
  },
  { $id: 'Ban' },
)
export type Ban = Static<typeof Ban>

export const listBans = operation({
  method: 'GET',
  url: '/api/admin/rate-limiter/bans',
  access: 'admin',
  section: beyond,
  summary: 'The addresses banned now.',
  responses: {
    200: Type.Object({ success: Type.Literal(true), bans: Type.Array(Ban), total: Type.Integer() }),
  },
  errors: [403, 500],
})

export const liftBan = operation({
  method: 'DELETE',
  url: '/api/admin/rate-limiter/bans/{address}',
  access: 'admin',
  section: beyond,
  summary: 'Lift a ban and forget the failed validations of the address.',
  params: Type.Object({ address: pathText('The address as listBans shows it, percent-encoded.') }),
  responses: { 200: Success({ address: Type.String() }) },
  errors: [403, 404, 500],
  codes: ['BAN_NOT_FOUND'],
})

export const SystemOverview = Type.Object(
  {
    hostRestriction: Type.Object({
      enabled: Type.Boolean(),
      publicHost: Nullable(Type.String()),
      internalHost: Nullable(Type.String()),
    }),
    siteUrl: Nullable(Type.String({ description: 'The address in links.' })),
    messenger: Type.Object({ configured: Type.Boolean() }),
    sessionSecret: Type.Enum(['configured', 'generated']),
    storage: Type.Object({
      database: Type.Enum(['embedded', 'server']),
      files: Type.Enum(['folder', 'bucket']),
      images: Type.Integer(),
      bytes: Type.Integer({ description: 'Of the originals.' }),
    }),
    retentionDays: Type.Integer({ description: 'Days a never-approved group is kept.' }),
    groups: GroupCounts,
    lastCleanup: Nullable(Timestamp),
    weeks: Type.Array(
      Type.Object({
        monday: Type.String({ format: 'date' }),
        uploads: Type.Integer(),
        approvals: Type.Integer({ description: 'Groups approved for the first time that still exist.' }),
        deletions: Type.Integer(),
        storedBytes: Type.Integer({
          description: 'Of the originals uploaded until the end of the week that still exist.',
        }),
      }),
      { description: 'The last 12 weeks, oldest first, this one included.' },
    ),
    consents: Type.Object({
      workshop: Type.Integer({ description: 'Groups with the consent in force.' }),
      platforms: Type.Array(
        Type.Object({
          platformId: Type.Integer(),
          displayName: Type.String(),
          inForce: Type.Integer(),
          revoked: Type.Integer(),
        }),
      ),
    }),
  },
  { $id: 'SystemOverview' },
)
export type SystemOverview = Static<typeof SystemOverview>

export const getSystemOverview = operation({
  method: 'GET',
  url: '/api/admin/overview',
  access: 'admin',
  section: beyond,
  summary: 'How the service is set up, and figures about its groups.',
  responses: { 200: Type.Object({ success: Type.Literal(true), ...SystemOverview.properties }) },
  errors: [403, 500],
})

export const health = operation({
  method: 'GET',
  url: '/health',
  access: 'public',
  section: beyond,
  summary: 'Whether the service runs and its database answers.',
  responses: { 200: Type.Object({ status: Type.Literal('ok') }) },
  errors: [503],
})

export const ready = operation({
  method: 'GET',
  url: '/health/ready',
  access: 'public',
  section: beyond,
  summary: 'Whether this replica takes requests: 503 from the moment it is told to stop, while it still answers.',
  responses: { 200: Type.Object({ status: Type.Literal('ready') }) },
  errors: [403, 503],
})

export const getMetrics = operation({
  method: 'GET',
  url: '/metrics',
  access: 'public',
  section: beyond,
  summary:
    'Figures for Prometheus: requests, uploads, previews, what waits, the process. PUBLIC_HOST does not serve them.',
  description: 'Counters are of this replica, the others of the whole installation. There is nothing personal in it.',
  responses: { 200: Type.String() },
  produces: 'text/plain; version=0.0.4; charset=utf-8',
  errors: [403, 500],
})
