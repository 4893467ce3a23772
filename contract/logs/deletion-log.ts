import { type Static, Type } from 'typebox'
import { operationsWith } from '#contract/operation/operation.ts'
import {
  countedAt,
  ListQuery,
  LogPage,
  logTotal,
  Named,
  Nullable,
  OfExhibition,
  Ok,
  Timestamp,
} from '#contract/shapes.ts'

const specified = operationsWith({ section: 'Admin: deletion log, cleanup, monitoring', withoutGroups: true })

export const DeletionLogEntry = Named('DeletionLogEntry', {
  id: Type.Integer(),
  group_id: Type.String(),
  year: Type.Integer(),
  image_count: Type.Integer(),
  upload_date: Timestamp,
  deleted_at: Timestamp,
  deletion_reason: Type.Enum(['admin_moderation_deletion', 'user_deletion', 'automatic_cleanup', 'exhibition_ended']),
  total_file_size: Type.Integer({ description: 'Bytes removed.' }),
})
export type DeletionLogEntry = Static<typeof DeletionLogEntry>

export const listDeletionLog = specified('GET /api/admin/deletion-log', 'auditor', {
  summary: 'The newest entries of the deletion log.',
  query: ListQuery,
  responses: { 200: LogPage({ deletions: Type.Array(DeletionLogEntry), countedAt }) },
})

export const listWholeDeletionLog = specified('GET /api/admin/deletion-log/all', 'auditor', {
  summary: 'The whole deletion log, newest first.',
  query: OfExhibition,
  responses: { 200: Ok({ deletions: Type.Array(DeletionLogEntry), total: logTotal }) },
})

export const getDeletionLogStats = specified('GET /api/admin/deletion-log/stats', 'auditor', {
  summary: 'Figures of the deletion log.',
  query: OfExhibition,
  responses: {
    200: Ok({
      totalDeleted: Type.Integer(),
      totalImages: Type.Integer(),
      totalSize: Type.String({ description: 'With the unit B, KB, MB or GB.' }),
      totalSizeBytes: Type.Integer(),
      lastCleanup: Nullable(Timestamp),
      countedAt,
    }),
  },
})
