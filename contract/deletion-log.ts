import { type Static, Type } from 'typebox'
import { operation } from './operation/operation.ts'
import { countedAt, ListQuery, LogPage, logTotal, Nullable, Timestamp } from './shapes.ts'

const section = 'Admin: deletion log, cleanup, monitoring'

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

export const listDeletionLog = operation({
  method: 'GET',
  url: '/api/admin/deletion-log',
  access: 'auditor',
  withoutGroups: true,
  section,
  summary: 'The newest entries of the deletion log.',
  query: ListQuery,
  responses: {
    200: LogPage({ deletions: Type.Array(DeletionLogEntry), countedAt }),
  },
  errors: [400, 403],
})

export const listWholeDeletionLog = operation({
  method: 'GET',
  url: '/api/admin/deletion-log/all',
  access: 'auditor',
  withoutGroups: true,
  section,
  summary: 'The whole deletion log, newest first.',
  responses: {
    200: Type.Object({ success: Type.Literal(true), deletions: Type.Array(DeletionLogEntry), total: logTotal }),
  },
  errors: [403],
})

export const getDeletionLogStats = operation({
  method: 'GET',
  url: '/api/admin/deletion-log/stats',
  access: 'auditor',
  withoutGroups: true,
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
      countedAt,
    }),
  },
  errors: [403],
})
