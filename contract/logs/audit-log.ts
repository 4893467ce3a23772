import { type Static, Type } from 'typebox'
import { operationsWith } from '#contract/operation/operation.ts'
import { countedAt, ListQuery, LogPage, Named, Nullable, OfExhibition, Ok, Timestamp } from '#contract/shapes.ts'

const specified = operationsWith({ section: 'Admin: deletion log, cleanup, monitoring', withoutGroups: true })

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
  'redact_image',
  'renew_link',
  'download_archive',
  'invalid_token',
])
export type AuditAction = Static<typeof AuditAction>

export const AuditLogEntry = Named('AuditLogEntry', {
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
})
export type AuditLogEntry = Static<typeof AuditLogEntry>

export const listAuditLog = specified('GET /api/admin/management-audit', 'auditor', {
  summary: 'The newest entries of the management audit log.',
  query: ListQuery,
  responses: { 200: LogPage({ logs: Type.Array(AuditLogEntry) }) },
})

export const getAuditLogStats = specified('GET /api/admin/management-audit/stats', 'auditor', {
  summary: 'Figures of the management audit log.',
  query: OfExhibition,
  responses: {
    200: Ok({
      totalActions: Type.Integer(),
      actionsByType: Type.Record(Type.String(), Type.Integer(), { description: 'Entries by action.' }),
      lastAction: Nullable(Timestamp),
      countedAt,
    }),
  },
})

export const listGroupAuditLog = specified('GET /api/admin/management-audit/group/{groupId}', 'auditor', {
  summary: 'The management audit log of one group, newest first; empty for a group without entries.',
  responses: {
    200: Ok({
      groupId: Type.String(),
      logs: Type.Array(AuditLogEntry),
      total: Type.Integer({ description: 'All entries of the group.' }),
    }),
  },
})
